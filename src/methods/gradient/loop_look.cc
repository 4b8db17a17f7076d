#include "methods/gradient/loop_look.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/train/solver.h"

namespace gbho::inline internal {
namespace {

// Of one network, whose part in the point is `share`.
void add_scores(MethodContext& context, const NetworkProblem& network, const Weights& weights, double share,
                TracePoint& point) {
  const auto scores = [&](const Examples& part) {
    return score(*network.level.model, weights, part, context.options().runtime, context.ledger());
  };
  const auto add = [share](double& sum, double own) {
    sum = std::isnan(sum) ? share * own : sum + share * own;
  };
  add(point.validation_loss, scores(network.validation).loss[0]);
  if (!network.selection.empty()) add(point.selection_loss, scores(network.selection).loss[0]);
  if (network.test.empty()) return;
  const Scores test = scores(network.test);
  add(point.test_loss, test.loss[0]);
  add(point.test_accuracy, test.accuracy[0]);
}

// With folds: means over them, of single networks each, like F.
TracePoint scored(MethodContext& context, const Weights& weights, const torch::Tensor& lambda) {
  TracePoint point;
  if (const NetworkProblem* network = context.problem().network()) {
    add_scores(context, *network, weights, 1, point);
  } else if (const FoldedProblem* folded = context.problem().folded()) {
    const double share = 1.0 / static_cast<double>(folded->fold_count());
    for (size_t k = 0; k < folded->folds.size(); ++k)
      add_scores(context, folded->folds[k], folded->of_fold(weights, k), share, point);
  } else {
    const torch::NoGradGuard no_grad;
    point.validation_loss = context.problem().upper(lambda, weights).item<double>();
    context.ledger().sample_evaluations += context.problem().upper_examples();
  }
  point.sample_gradients = context.ledger().sample_gradients;
  return point;
}

// Models are trained later at some points of the trace, evenly spread: those keep their λ.
bool keeps_lambda(const LoopOptions& options, const LoopState& state) {
  if (options.curve_models <= 0) return false;
  const int64_t every = std::max<int64_t>(1, options.loop_epochs / options.curve_models);
  const auto kept = std::count_if(state.trace.begin(), state.trace.end(),
                                  [](const TracePoint& known) { return !known.lambda.empty(); });
  return state.round >= kept * every;
}

// F of weights that were trained on validation examples chooses nothing: then the last λ is as good as any.
void choose(const TracePoint& point, bool saw_validation, LoopState& state) {
  const bool selected = std::isfinite(point.selection_loss);
  const double criterion = selected ? point.selection_loss : point.validation_loss;
  const bool blind = !selected && saw_validation;
  if (!blind && !(criterion < state.best)) return;
  state.best = criterion;
  state.best_lambda = state.lambda;
  state.best_round = state.round;
}

}  // namespace

void look_at_network(MethodContext& context, const LoopOptions& options, HypergradientEstimator& estimator,
                     LoopState& state) {
  TracePoint point = scored(context, estimator.weights(), state.lambda);
  point.round = state.round;
  if (keeps_lambda(options, state)) {
    const torch::Tensor own = state.lambda.contiguous();
    point.lambda.assign(own.data_ptr<double>(), own.data_ptr<double>() + own.numel());
  }
  choose(point, estimator.saw_validation(), state);
  state.trace.push_back(std::move(point));
}

}  // namespace gbho::inline internal
