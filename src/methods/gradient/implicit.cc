#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gbho/base/error.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/implicit_gradient.h"
#include "methods/gradient/implicit_method.h"
#include "nn/parameter_count.h"
#include "train/lower_session.h"
#include "train/solve_progress.h"

namespace gbho {
namespace {

// A dense Hessian takes so many products with vectors, and their square of numbers.
constexpr int64_t kMostForDense = 5000;
// Beyond it single precision has nothing to give.
constexpr double kLeastTolerance = 1e-8;

/// One network that trains on f, and H⁻¹∇F beside it, warm from step to step.
class ImplicitEstimator : public HypergradientEstimator {
 public:
  ImplicitEstimator(const EstimatorContext& context, const ImplicitOptions& options, const TrainState& start)
      : context_(context), options_(options) {
    open(start);
  }

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    return session_->run_epoch(lambda, context_.ledger());
  }

  torch::Tensor hypergradient() override {
    InverseOptions inverse;
    inverse.solver = options_.solver;
    inverse.tolerance =
        std::max(kLeastTolerance,
                 options_.tolerance * std::pow(options_.tolerance_decay, static_cast<double>(steps_++)));
    inverse.iterations = options_.iterations;
    inverse.terms = options_.terms;
    inverse.neumann_rate = options_.neumann_rate;
    inverse.damping = options_.damping;
    ImplicitGradient found =
        implicit_gradient(context_.problem(), lambda_, session_->weights(0), inverse, solution_);
    charge(context_.problem(), found, context_.ledger());
    solution_ = std::move(found.solution);
    return found.gradient;
  }

  Weights weights() override { return session_->weights(0); }

  Snapshot snapshot() override {
    Snapshot snapshot = state_snapshot(session_->state());
    snapshot.add("solution", solution_);
    snapshot.add("steps", torch::tensor(steps_, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    open(state_of(snapshot));
    solution_ = snapshot.weights("solution");
    steps_ = snapshot.tensor("steps").item<int64_t>();
  }

 private:
  void open(const TrainState& state) {
    session_.emplace(context_.problem(), context_.options().lower, context_.options().runtime,
                     context_.seed(), state);
  }

  EstimatorContext context_;
  const ImplicitOptions& options_;
  std::optional<LowerSession> session_;
  torch::Tensor lambda_;
  Weights solution_;
  int64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_implicit(ImplicitOptions options, LoopOptions loop) {
  return std::make_unique<ImplicitMethod>(std::move(options), loop);
}

std::string ImplicitMethod::description() const {
  return "implicit differentiation: hypergradients through the inverse Hessian of the lower level";
}

std::vector<Option> ImplicitMethod::own_options() {
  ImplicitOptions& o = options_;
  return {{"solver", &o.solver, "how the inverse Hessian is applied", one_of({"cg", "neumann", "dense"})},
          {"tolerance", &o.tolerance, "cg: relative residual at the first step", above(0)},
          {"tolerance_decay", &o.tolerance_decay, "cg: factor of the tolerance at every step",
           above(0).at_most(1)},
          {"iterations", &o.iterations, "cg: at most so many in a step", between(1, 1e6)},
          {"terms", &o.terms, "neumann: terms of the series", between(0, 1e6)},
          {"neumann_rate", &o.neumann_rate, "neumann: factor of the series, below 1/‖H‖", above(0)},
          {"damping", &o.damping, "added to the diagonal of the Hessian", at_least(0)}};
}

void ImplicitMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  int64_t weights = 0;
  for (const Problem* one : estimated_problems(problem))
    weights = std::max(weights, parameter_count(one->parameters()));
  if (options_.solver != "dense" || weights <= kMostForDense) return;
  throw ConfigError(
      "implicit.solver",
      fmt::format(" = \"dense\": a Hessian of {} weights is too large; at most {}: use cg or neumann",
                  weights, kMostForDense));
}

std::unique_ptr<HypergradientEstimator> ImplicitMethod::make_estimator(const EstimatorContext& context,
                                                                       TrainState start) const {
  return std::make_unique<ImplicitEstimator>(context, options_, start);
}

}  // namespace gbho
