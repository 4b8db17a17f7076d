#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/hypernet.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_hypernet makes.
class HypernetMethod : public GradientMethod {
 public:
  HypernetMethod() = default;
  explicit HypernetMethod(HypernetOptions options, LoopOptions loop = {})
      : GradientMethod(loop), options_(options) {}

  std::string name() const override { return "hypernet"; }
  std::string description() const override;
  void check_problem(const Problem& problem) const override;
  void settle(const Problem& problem, const LowerOptions& lower) override;
  std::vector<std::string> seed_streams() const override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return options_.samples; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  HypernetOptions options_;
};

}  // namespace gbho::inline internal
