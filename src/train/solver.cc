#include "gbho/train/solver.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gbho/base/clock.h"
#include "gbho/train/one_torch_thread.h"
#include "train/elsewhere.h"
#include "train/ensemble.h"
#include "train/epoch.h"
#include "train/lbfgs_solve.h"
#include "train/lower_level.h"
#include "train/request.h"
#include "train/score.h"
#include "train/solve_folds.h"
#include "train/solve_progress.h"
#include "train/stopping.h"

namespace gbho {
namespace {

void train_epochs(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
                  Ensemble& ensemble, int64_t first_epoch, SolveResult& result, Ledger& ledger) {
  const Stopwatch watch;
  const Continuation& continuation = request.continuation;
  const Rates rates = request_rates(level, options, request);
  const bool lockstep = level.network != nullptr && request.upper && request.upper->direction.empty();
  StoppingRules rules(options, level.blind_loss(), ensemble.size());
  if (continuation.from) restore_progress(*continuation.from, ensemble, rules, result);
  std::vector<double> loss(static_cast<size_t>(ensemble.size()), 0.0);
  const int64_t last = request.until > 0 ? std::min(request.until, options.epochs) : options.epochs;
  for (int64_t epoch = first_epoch; epoch < last && !ensemble.running().empty(); ++epoch) {
    const Epoch now(level, options, request.seed, epoch, rates,
                    lockstep ? request.upper->validation.size() : 0);
    if (!ensemble.run_epoch(now.plan(), loss, request.stop)) {
      result.interrupted = true;
      break;
    }
    const auto running = static_cast<int64_t>(ensemble.running().size());
    ledger.sample_gradients +=
        now.gradients() * running + now.validation_gradients() * ensemble.with_upper_term();
    result.history.push_back(loss);
    result.state.epoch = epoch + 1;

    rules.check_losses(ensemble, epoch + 1, loss, result.members);
    if (options.gradient_tolerance > 0) {
      ledger.sample_gradients += static_cast<int64_t>(ensemble.running().size()) * level.examples();
      rules.check_gradients(ensemble, epoch + 1, result.members);
    }
    const bool leaving =
        request.on_epoch && !request.on_epoch({epoch + 1, options.epochs, running, loss, watch.seconds()});
    if (continuation.offer && epoch + 1 < last) {
      continuation.offer([&] { return capture_progress(ensemble, rules, result); }, leaving);
    }
    if (leaving) {
      result.interrupted = epoch + 1 < last;
      break;
    }
  }
  for (const int64_t e : ensemble.running()) {
    MemberOutcome& outcome = result.members[static_cast<size_t>(e)];
    outcome.epochs = result.state.epoch;
    if (result.interrupted)
      outcome = {MemberStatus::kInterrupted, "stopped by the caller", result.state.epoch};
  }
}

// f at the end, over the whole training part.
void score_network(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                   const torch::Tensor& lambda, SolveResult& result, Ledger& ledger) {
  const Weights& weights = result.state.weights;
  result.train_loss = score_weighted(*problem.model, weights, problem.train,
                                     {problem.weights_of_examples(lambda), problem.terms.smoothing(lambda)},
                                     runtime, options.engine, ledger)
                          .loss;
  const torch::Tensor penalty = problem.penalty.value(lambda, weights);
  for (size_t e = 0; e < result.train_loss.size(); ++e) {
    result.penalty.push_back(penalty[static_cast<int64_t>(e)].item<double>());
    result.objective.push_back(result.train_loss[e] + result.penalty[e]);
  }
}

void score_functions(const Problem& problem, const torch::Tensor& lambda, SolveResult& result,
                     Ledger& ledger) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor value = problem.lower(lambda, result.state.weights).to(torch::kFloat64);
  ledger.sample_evaluations += lambda.size(0) * problem.lower_examples();
  for (int64_t e = 0; e < lambda.size(0); ++e) result.objective.push_back(value[e].item<double>());
  result.train_loss = result.objective;
  result.penalty.assign(result.objective.size(), 0.0);
}

SolveResult solve_level(const LowerLevel& level, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger) {
  check_request(level, options, runtime, request);
  const Stopwatch watch;
  const int64_t members = request.lambda.size(0);
  SolveResult result;
  result.members.resize(static_cast<size_t>(members));
  const OneTorchThread one_thread;
  TrainState start =
      request.continuation.from ? state_of(*request.continuation.from) : start_state(level, options, request);
  const int64_t first_epoch = start.epoch;
  Ensemble ensemble(level, options, runtime, request, start);
  result.engine = ensemble.engine_name();
  if (options.optimizer == "lbfgs") {
    run_lbfgs(level, options, request, start.weights, ensemble, result, ledger);
  } else {
    result.state.epoch = first_epoch;
    train_epochs(level, options, request, ensemble, first_epoch, result, ledger);
  }
  const int64_t epochs_done = result.state.epoch;
  result.state = ensemble.state();
  result.state.epoch = epochs_done;
  if (level.network != nullptr) {
    score_network(*level.network, options, runtime, request.lambda, result, ledger);
  } else {
    score_functions(*level.functions, request.lambda, result, ledger);
  }
  mark_non_finite(result);
  ledger.lower_solves += members;
  ledger.seconds_lower += watch.seconds();
  return result;
}

}  // namespace

SolveResult solve_lower(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger) {
  return solve_level({&problem}, options, runtime, request, ledger);
}

SolveResult solve_lower(const Problem& problem, const LowerOptions& options, const Runtime& runtime,
                        SolveRequest request, Ledger& ledger) {
  if (Elsewhere* elsewhere = SolvesElsewhere::of_this_thread()) {
    if (std::optional<SolveResult> solved = elsewhere->solve(problem, options, runtime, request, ledger))
      return std::move(*solved);
  }
  if (const FoldedProblem* folded = problem.folded())
    return solve_folds(*folded, options, runtime, request, ledger);
  const NetworkProblem* network = problem.network();
  if (network == nullptr) return solve_level({nullptr, &problem}, options, runtime, request, ledger);
  if (request.upper && request.upper->direction.empty()) request.upper->validation = network->validation;
  return solve_level({&network->level}, options, runtime, request, ledger);
}

}  // namespace gbho
