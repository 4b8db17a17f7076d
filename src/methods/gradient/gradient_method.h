#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"
#include "gbho/run/method_result.h"
#include "gbho/train/solver.h"
#include "methods/gradient/estimator_context.h"

namespace gbho::inline internal {

class HypergradientEstimator;

/// A method that estimates dF/dλ while networks train. From the best of a few shared λ, λ takes a step of
/// Adam after every round of the method's networks; the λ that was best on the way gets a model of its own,
/// and the shared λ are among its rivals.
class GradientMethod : public Method {
 public:
  explicit GradientMethod(LoopOptions loop = {}) : loop_(loop) {}

  std::vector<Option> options() final;
  bool takes_loop_options() const final { return true; }
  void fill(const Space& space, int64_t solves) override;
  void check_problem(const Problem& problem) const override;
  MethodResult run(MethodContext& context) override;

 protected:
  /// Options of the method beside those of the loop.
  virtual std::vector<Option> own_options() = 0;
  /// Lower-level solves that the loop counts for: networks that train side by side.
  virtual int64_t networks() const = 0;
  /// Solves that one round takes, for methods that begin anew each time; 0: the networks train on.
  virtual int64_t solves_per_round() const { return 0; }
  /// From a trained network, an ensemble of one; with folds one for each.
  virtual std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                                 TrainState start) const = 0;

  LoopOptions loop_;
};

}  // namespace gbho::inline internal
