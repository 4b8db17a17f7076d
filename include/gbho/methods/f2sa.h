#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"

namespace gbho {

/// The [f2sa] table of a study file; the options of the loop come on top.
struct F2saOptions {
  double gamma = 10;        ///< γ at the first round
  double growth = 1.0 / 3;  ///< γ grows as (1 + k)^growth, k the steps of λ so far
  int64_t inner = 1;        ///< epochs of both networks between steps of λ
};

/// F²SA (Kwon et al. 2023): β⁺ trains on f + F/γ, β⁰ on f; dF/dλ ≈ ∂F/∂λ + γ(∂f/∂λ(β⁺) − ∂f/∂λ(β⁰)), γ
/// growing. docs/methods/f2sa.md.
class F2saMethod : public GradientMethod {
 public:
  F2saMethod() = default;
  explicit F2saMethod(F2saOptions options, LoopOptions loop = {}) : options_(options) { loop_ = loop; }

  std::string name() const override { return "f2sa"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  void check_own() const override;
  int64_t networks() const override { return 2; }
  std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                         TrainState start) const override;

 private:
  F2saOptions options_;
};

}  // namespace gbho
