#include "gbho/methods/implicit.h"

#include <fmt/format.h>

#include <cmath>

#include "base/check.h"
#include "gbho/base/error.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/implicit_gradient.h"
#include "train/solve_progress.h"

namespace gbho {
namespace {

// A dense Hessian takes so many products with vectors, and their square of numbers.
constexpr int64_t kMostForDense = 5000;

/// One network that trains on f, and H⁻¹∇F beside it, warm from step to step.
class ImplicitEstimator : public HypergradientEstimator {
 public:
  ImplicitEstimator(MethodContext& context, const ImplicitOptions& options, TrainState start)
      : context_(context), options_(options), state_(std::move(start)) {}

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    SolveRequest request;
    request.lambda = lambda;
    request.seed = context_.seed();
    request.start = std::move(state_);
    LowerOptions lower = context_.options().lower;
    lower.schedule = "constant";
    lower.epochs = request.start->epoch + 1;
    Ledger spent;
    SolveResult solved = solve_lower(context_.problem(), lower, context_.options().runtime, request, spent);
    spent.lower_solves = 0;  // one long solve in all, counted once
    context_.ledger() += spent;
    state_ = std::move(solved.state);
    return solved.members.front().status != MemberStatus::kDiverged;
  }

  torch::Tensor hypergradient() override {
    InverseOptions inverse;
    inverse.solver = options_.solver;
    inverse.tolerance = options_.tolerance * std::pow(options_.tolerance_decay, static_cast<double>(steps_++));
    inverse.iterations = options_.iterations;
    inverse.terms = options_.terms;
    inverse.neumann_rate = options_.neumann_rate;
    inverse.damping = options_.damping;
    ImplicitGradient found = implicit_gradient(context_.problem(), lambda_, state_.weights, inverse, solution_);
    charge(context_.problem(), found, context_.ledger());
    solution_ = std::move(found.solution);
    return found.gradient;
  }

  Weights weights() override { return state_.weights; }

  Snapshot snapshot() override {
    Snapshot snapshot = state_snapshot(state_);
    snapshot.add("solution", solution_);
    snapshot.add("steps", torch::tensor(steps_, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    state_ = state_of(snapshot);
    solution_ = snapshot.weights("solution");
    steps_ = snapshot.tensor("steps").item<int64_t>();
  }

 private:
  MethodContext& context_;
  const ImplicitOptions& options_;
  TrainState state_;
  torch::Tensor lambda_;
  Weights solution_;
  int64_t steps_ = 0;
};

int64_t weights_of(const Problem& problem) {
  int64_t count = 0;
  for (const Parameter& parameter : problem.parameters()) {
    int64_t size = 1;
    for (const int64_t extent : parameter.shape) size *= extent;
    count += size;
  }
  return count;
}

}  // namespace

std::string ImplicitMethod::description() const {
  return "implicit differentiation: hypergradients through the inverse Hessian of the lower level";
}

std::vector<Option> ImplicitMethod::own_options() {
  ImplicitOptions& o = options_;
  return {{"solver", &o.solver, "cg, neumann or dense: how the inverse Hessian is applied"},
          {"tolerance", &o.tolerance, "cg: relative residual at the first step"},
          {"tolerance_decay", &o.tolerance_decay, "cg: factor of the tolerance at every step"},
          {"iterations", &o.iterations, "cg: at most so many in a step"},
          {"terms", &o.terms, "neumann: terms of the series"},
          {"neumann_rate", &o.neumann_rate, "neumann: factor of the series, below 1/‖H‖"},
          {"damping", &o.damping, "added to the diagonal of the Hessian"}};
}

void ImplicitMethod::check_own() const {
  const ImplicitOptions& o = options_;
  check_choice("implicit.solver", o.solver, {"cg", "neumann", "dense"});
  check_number("implicit.tolerance", o.tolerance, o.tolerance > 0, "positive");
  check_number("implicit.tolerance_decay", o.tolerance_decay, o.tolerance_decay > 0 && o.tolerance_decay <= 1,
               "above 0 and at most 1");
  check_number("implicit.neumann_rate", o.neumann_rate, o.neumann_rate > 0, "positive");
  check_number("implicit.damping", o.damping, o.damping >= 0, "zero or positive");
  check_at_least("implicit.iterations", o.iterations, 1);
  check_at_least("implicit.terms", o.terms, 0);
}

void ImplicitMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  const int64_t weights = weights_of(problem);
  if (options_.solver != "dense" || weights <= kMostForDense) return;
  throw ConfigError(fmt::format(
      "implicit.solver = \"dense\": a Hessian of {} weights is too large; at most {}: use cg or neumann", weights,
      kMostForDense));
}

std::unique_ptr<HypergradientEstimator> ImplicitMethod::make_estimator(MethodContext& context,
                                                                       TrainState start) const {
  return std::make_unique<ImplicitEstimator>(context, options_, std::move(start));
}

}  // namespace gbho
