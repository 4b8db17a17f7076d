#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/f2sa.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_f2sa makes.
class F2saMethod : public GradientMethod {
 public:
  F2saMethod() = default;
  explicit F2saMethod(F2saOptions options, LoopOptions loop = {}) : options_(options) { loop_ = loop; }

  std::string name() const override { return "f2sa"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return options_.order + 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  F2saOptions options_;
};

}  // namespace gbho::inline internal
