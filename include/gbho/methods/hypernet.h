#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"
#include "gbho/methods/response_options.h"

namespace gbho {

/// The [hypernet] table of a study file; the options of the loop come on top.
struct HypernetOptions : ResponseOptions {
  int64_t steps = 0;   ///< of training in a round; 0: an epoch for networks, 10 for other problems
  double scale = 0.5;  ///< standard deviation of the perturbed λ
};

/// Hypernetworks, the local algorithm: the weights as an affine function of λ, with a slope for every weight
/// and hyperparameter. docs/methods/hypernet.md.
class HypernetMethod : public GradientMethod {
 public:
  HypernetMethod() = default;
  explicit HypernetMethod(HypernetOptions options) : options_(options) {}

  std::string name() const override { return "hypernet"; }
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
  HypernetOptions options_;
};

}  // namespace gbho
