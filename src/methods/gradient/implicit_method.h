#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/implicit.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_implicit makes.
class ImplicitMethod : public GradientMethod {
 public:
  ImplicitMethod() = default;
  explicit ImplicitMethod(ImplicitOptions options, LoopOptions loop = {}) : options_(std::move(options)) {
    loop_ = loop;
  }

  std::string name() const override { return "implicit"; }
  std::string description() const override;
  void apply_preset(const std::string& preset) override;
  void check_problem(const Problem& problem) const override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  ImplicitOptions options_;
};

}  // namespace gbho::inline internal
