#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/bome.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_bome makes.
class BomeMethod : public GradientMethod {
 public:
  BomeMethod() = default;
  explicit BomeMethod(BomeOptions options, LoopOptions loop = {}) : GradientMethod(loop), options_(options) {}

  std::string name() const override { return "bome"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  BomeOptions options_;
};

}  // namespace gbho::inline internal
