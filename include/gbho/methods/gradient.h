#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/method.h"
#include "gbho/train/solver.h"

namespace gbho {

class HypergradientEstimator;

/// How λ moves, the same for every gradient-based method.
struct LoopOptions {
  int64_t diagonal = 5;       ///< shared values of λ tried first; 1: the center of the box
  int64_t warm_up = 10;       ///< rounds before λ moves
  int64_t loop_epochs = 150;  ///< rounds after the warm-up, one step of λ each
  double lambda_rate = 0.03;  ///< Adam's step of λ
  int64_t patience = 40;      ///< rounds without a better model before it stops
  int64_t check_every = 1;    ///< rounds between looks at the selection part (validation part without one)
  int64_t curve_models = 0;   ///< points of the run at which models are trained for the record, uncharged
};

/// A method that estimates dF/dλ while networks train. From the best of a few shared λ, λ takes a step of
/// Adam after every round of the method's networks; the λ that was best on the way gets a model of its own,
/// and the shared λ are among its rivals.
class GradientMethod : public Method {
 public:
  std::vector<Option> options() final;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const final;
  void check_problem(const Problem& problem) const override;
  MethodResult run(MethodContext& context) override;

 protected:
  /// Options of the method beside those of the loop.
  virtual std::vector<Option> own_options() = 0;
  /// Throws ConfigError that names key, value and fix.
  virtual void check_own() const = 0;
  /// Lower-level solves that the loop counts for: networks that train side by side.
  virtual int64_t networks() const = 0;
  /// Solves that one round takes, for methods that begin anew each time; 0: the networks train on.
  virtual int64_t solves_per_round() const { return 0; }
  /// From a trained network, an ensemble of one. The context outlives the estimator.
  virtual std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                                 TrainState start) const = 0;

  LoopOptions loop_;
};

}  // namespace gbho
