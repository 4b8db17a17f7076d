#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/vpbgd.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_vpbgd makes.
class VpbgdMethod : public GradientMethod {
 public:
  VpbgdMethod() = default;
  explicit VpbgdMethod(VpbgdOptions options, LoopOptions loop = {}) : options_(options) { loop_ = loop; }

  std::string name() const override { return "vpbgd"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return 2; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  VpbgdOptions options_;
};

}  // namespace gbho::inline internal
