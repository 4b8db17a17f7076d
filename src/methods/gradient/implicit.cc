#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "gbho/base/error.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/hoag_step.h"
#include "methods/gradient/implicit_gradient.h"
#include "methods/gradient/implicit_method.h"
#include "methods/gradient/tolerance_solver.h"
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
      : context_(context), options_(options), step_(context.space()) {
    if (options.inner == "tolerance") {
      solver_.emplace(context, start, options.inner_iterations);
    } else {
      open(start);
    }
  }

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    return solver_ ? solver_->solve(lambda, tolerance(steps_))
                   : session_->run_epoch(lambda, context_.ledger());
  }

  torch::Tensor hypergradient() override {
    InverseOptions inverse;
    inverse.solver = options_.solver;
    inverse.tolerance = tolerance(steps_++);
    inverse.iterations = options_.iterations;
    inverse.terms = options_.terms;
    inverse.neumann_rate = options_.neumann_rate;
    inverse.damping = options_.damping;
    ImplicitGradient found = implicit_gradient(context_.problem(), lambda_, weights(), inverse, solution_);
    charge(context_.problem(), found, context_.ledger());
    solution_ = std::move(found.solution);
    return found.gradient;
  }

  torch::Tensor next_lambda(const torch::Tensor& lambda, const torch::Tensor& gradient) override {
    if (options_.lambda_step != "hoag") return {};
    const HoagStep::Outcome outcome =
        step_.next(lambda, gradient, upper_value(), tolerance(steps_), tolerance(steps_ - 1));
    if (outcome.rejected) ++halvings_;
    return outcome.lambda;
  }

  Weights weights() override { return solver_ ? solver_->weights() : session_->weights(0); }

  Snapshot snapshot() override {
    Snapshot snapshot = solver_ ? solver_->snapshot() : state_snapshot(session_->state());
    snapshot.add("solution", solution_);
    snapshot.add("steps", torch::tensor({steps_, halvings_}, torch::kLong));
    snapshot.add("lambda_step", step_.state());
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    if (solver_) {
      solver_->restore(snapshot);
    } else {
      open(state_of(snapshot));
    }
    solution_ = snapshot.weights("solution");
    steps_ = snapshot.tensor("steps")[0].item<int64_t>();
    halvings_ = snapshot.tensor("steps")[1].item<int64_t>();
    step_.restore(snapshot.weights("lambda_step"));
  }

 private:
  // ε_k: it also halves where a step of λ was taken back.
  double tolerance(int64_t step) const {
    const double factor = std::pow(options_.tolerance_decay, static_cast<double>(step)) *
                          std::pow(0.5, static_cast<double>(halvings_));
    return std::max(kLeastTolerance, options_.tolerance * factor);
  }

  double upper_value() {
    const torch::NoGradGuard no_grad;
    const Problem& problem = context_.problem();
    context_.ledger().sample_evaluations += problem.upper_examples();
    return problem.upper(lambda_, weights()).item<double>();
  }

  void open(const TrainState& state) {
    session_.emplace(context_.problem(), context_.options().lower, context_.options().runtime,
                     context_.seed(), state);
  }

  EstimatorContext context_;
  const ImplicitOptions& options_;
  HoagStep step_;
  std::optional<LowerSession> session_;    ///< an epoch a step; or
  std::optional<ToleranceSolver> solver_;  ///< down to the step's tolerance
  torch::Tensor lambda_;
  Weights solution_;
  int64_t steps_ = 0;
  int64_t halvings_ = 0;
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
  return {
      {"preset", &o.preset, "hoag: Pedregosa's HOAG; options beside it win", one_of({"none", "hoag"})},
      {"inner", &o.inner,
       "epoch: an epoch of training a step; tolerance: L-BFGS down to the step's tolerance",
       one_of({"epoch", "tolerance"})},
      {"inner_iterations", &o.inner_iterations, "tolerance: at most so many of L-BFGS in a step",
       between(1, 1e6)},
      {"lambda_step", &o.lambda_step, "adam, or HOAG's own: −gradient/L, L by what F does",
       one_of({"adam", "hoag"})},
      {"solver", &o.solver, "how the inverse Hessian is applied", one_of({"cg", "neumann", "dense"})},
      {"tolerance", &o.tolerance, "of cg's residual and of the inner gradient, relative, at the first step",
       above(0)},
      {"tolerance_decay", &o.tolerance_decay, "factor of the tolerance at every step", above(0).at_most(1)},
      {"iterations", &o.iterations, "cg: at most so many in a step", between(1, 1e6)},
      {"terms", &o.terms, "neumann: terms of the series", between(0, 1e6)},
      {"neumann_rate", &o.neumann_rate, "neumann: factor of the series, below 1/‖H‖", above(0)},
      {"damping", &o.damping, "added to the diagonal of the Hessian", at_least(0)}};
}

// fabianp/hoag: 1e-3·0.9^k for both, up to 10,000 iterations of each, no damping.
void ImplicitMethod::apply_preset(const std::string& preset) {
  check_choice("implicit.preset", preset, {"none", "hoag"});
  if (preset == "none") return;
  options_ = {};
  options_.preset = preset;
  options_.inner = "tolerance";
  options_.lambda_step = "hoag";
  options_.inner_iterations = 10000;
  options_.iterations = 10000;
  options_.damping = 0;
}

void ImplicitMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  if (problem.folded() != nullptr && options_.lambda_step == "hoag") {
    throw ConfigError("implicit.lambda_step",
                      " = \"hoag\": its rule looks at one F, and with folds there are several; use \"adam\"");
  }
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
