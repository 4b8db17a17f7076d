#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"

namespace gbho {

/// The [vpbgd] table of a study file; the options of the loop come on top.
struct VpbgdOptions {
  double gamma = 20;  ///< γ
  int64_t inner = 1;  ///< epochs of both networks between steps of λ
};

/// V-PBGD (Shen & Chen 2023): the penalty γ(f − φ) on the value function's gap, γ fixed; ω trains on f and
/// stands for its minimizer. docs/methods/vpbgd.md.
class VpbgdMethod : public GradientMethod {
 public:
  VpbgdMethod() = default;
  explicit VpbgdMethod(VpbgdOptions options, LoopOptions loop = {}) : options_(options) { loop_ = loop; }

  std::string name() const override { return "vpbgd"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  void check_own() const override;
  int64_t networks() const override { return 2; }
  std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                         TrainState start) const override;

 private:
  VpbgdOptions options_;
};

}  // namespace gbho
