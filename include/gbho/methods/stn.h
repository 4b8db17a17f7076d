#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"
#include "gbho/methods/response_options.h"

namespace gbho {

/// The [stn] table of a study file; the options of the loop come on top.
struct StnOptions : ResponseOptions {
  int64_t train_steps = 2;  ///< of training between two steps of λ
  double scale = 0.5;       ///< first standard deviation of the perturbed λ
  double scale_min = 0.05;  ///< bounds of the standard deviations
  double scale_max = 2;
  double scale_rate = 0.03;  ///< Adam's step of their softplus inverse
  double entropy = 0.001;    ///< τ: how much wide perturbations are worth
};

/// Self-tuning networks: the weights as a function of λ that rescales the rows of kernels, and perturbations
/// whose widths are tuned along. docs/methods/stn.md.
class StnMethod : public GradientMethod {
 public:
  StnMethod() = default;
  explicit StnMethod(StnOptions options) : options_(options) {}

  std::string name() const override { return "stn"; }
  std::string description() const override;
  void check_problem(const Problem& problem) const override;
  std::vector<std::string> seed_streams() const override;

 protected:
  std::vector<Option> own_options() override;
  void check_own() const override;
  int64_t networks() const override { return options_.samples; }
  std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                         TrainState start) const override;

 private:
  StnOptions options_;
};

}  // namespace gbho
