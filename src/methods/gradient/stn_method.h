#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/stn.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_stn makes.
class StnMethod : public GradientMethod {
 public:
  StnMethod() = default;
  explicit StnMethod(StnOptions options, LoopOptions loop = {}) : GradientMethod(loop), options_(options) {}

  std::string name() const override { return "stn"; }
  std::string description() const override;
  void check_problem(const Problem& problem) const override;
  std::vector<std::string> seed_streams() const override;

 protected:
  std::vector<Option> own_options() override;
  void check(const Space& space) const override;
  int64_t networks() const override { return options_.samples; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  StnOptions options_;
};

}  // namespace gbho::inline internal
