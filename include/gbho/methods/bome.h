#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"

namespace gbho {

/// The [bome] table of a study file; the options of the loop come on top.
struct BomeOptions {
  int64_t inner = 10;     ///< T: gradient steps from β to β_T
  double inner_rate = 0;  ///< their rate; 0: lower.learning_rate
  double eta = 0.5;       ///< how fast the lower level's gap must close: η
  double rate = 0;        ///< rate of β; 0: lower.learning_rate
  int64_t steps = 1;      ///< steps of β in a round, each with a β_T of its own
};

/// BOME: descent in F that also closes the lower level's gap f(λ, β) − f(λ, β_T), by first derivatives alone.
/// docs/methods/bome.md.
class BomeMethod : public GradientMethod {
 public:
  BomeMethod() = default;
  explicit BomeMethod(BomeOptions options) : options_(options) {}

  std::string name() const override { return "bome"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  void check_own() const override;
  int64_t networks() const override { return 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                         TrainState start) const override;

 private:
  BomeOptions options_;
};

}  // namespace gbho
