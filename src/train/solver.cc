#include "gbho/train/solver.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/base/clock.h"
#include "train/ensemble.h"
#include "train/evaluate.h"
#include "train/lbfgs.h"
#include "train/request.h"
#include "train/stopping.h"

namespace gbho {
namespace {

// Share of the learning rate in this epoch (counted from 0).
double schedule_factor(const LowerOptions& options, int64_t epoch) {
  const double done = static_cast<double>(epoch) / static_cast<double>(options.epochs);
  if (options.schedule == "linear") return 1.0 - done;
  if (options.schedule == "cosine") return 0.5 * (1.0 + std::cos(M_PI * done));
  if (options.schedule == "step") {
    const int64_t steps = epoch / options.step_epochs;
    return std::pow(options.step_factor, static_cast<double>(steps));
  }
  return 1.0;
}

std::vector<int64_t> epoch_order(uint64_t seed, const std::string& name, int64_t epoch, int64_t count,
                                 bool shuffle) {
  if (shuffle) return Stream(seed, name).child("epoch " + std::to_string(epoch)).permutation(count);
  std::vector<int64_t> order(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) order[static_cast<size_t>(i)] = i;
  return order;
}

// One example through one backward pass of one network; validation examples of the ±εF term included.
int64_t epoch_gradients(const EpochPlan& plan, int64_t members) {
  const auto count = static_cast<int64_t>(plan.order->size());
  int64_t examples = count;
  if (plan.validation_order != nullptr) {
    const auto validation = static_cast<int64_t>(plan.validation_order->size());
    for (int64_t step = 0; step < plan.steps(); ++step) {
      examples += std::min({plan.batch, count - step * plan.batch, validation});
    }
  }
  return examples * members;
}

void train_epochs(const LowerProblem& problem, const LowerOptions& options, const SolveRequest& request,
                  Ensemble& ensemble, int64_t first_epoch, SolveResult& result, Ledger& ledger) {
  const Stopwatch watch;
  const Rates rates = request_rates(options, request, ensemble.size());
  const bool lockstep = request.upper && request.upper->direction.empty();
  StoppingRules rules(options, problem.model->classes(), ensemble.size());
  std::vector<double> loss(static_cast<size_t>(ensemble.size()), 0.0);
  for (int64_t epoch = first_epoch; epoch < options.epochs && !ensemble.running().empty(); ++epoch) {
    const std::vector<int64_t> order =
        epoch_order(request.seed, "train.batches", epoch, problem.train.size(), options.shuffle);
    std::vector<int64_t> validation_order;
    if (lockstep) {
      validation_order = epoch_order(request.seed, "train.validation_batches", epoch,
                                     request.upper->validation.size(), options.shuffle);
    }
    EpochPlan plan;
    plan.order = &order;
    plan.validation_order = lockstep ? &validation_order : nullptr;
    plan.batch = options.batch > 0 ? std::min(options.batch, problem.train.size()) : problem.train.size();
    plan.learning_rate = rates.learning_rate;
    for (double& rate : plan.learning_rate) rate *= schedule_factor(options, epoch);
    plan.momentum = rates.momentum;
    plan.steps_before = epoch * plan.steps();

    ensemble.run_epoch(plan, loss);
    const auto running = static_cast<int64_t>(ensemble.running().size());
    ledger.sample_gradients += epoch_gradients(plan, running);
    result.history.push_back(loss);
    result.state.epoch = epoch + 1;

    rules.check_losses(ensemble, epoch + 1, loss, result.members);
    if (options.gradient_tolerance > 0) {
      ledger.sample_gradients += static_cast<int64_t>(ensemble.running().size()) * problem.train.size();
      rules.check_gradients(ensemble, epoch + 1, result.members);
    }
    if (request.on_epoch && !request.on_epoch({epoch + 1, options.epochs, running, loss, watch.seconds()})) {
      result.interrupted = epoch + 1 < options.epochs;
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

}  // namespace

std::string to_string(MemberStatus status) {
  switch (status) {
    case MemberStatus::kFinished:
      return "finished";
    case MemberStatus::kConverged:
      return "converged";
    case MemberStatus::kPlateau:
      return "plateau";
    case MemberStatus::kDiverged:
      return "diverged";
    case MemberStatus::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

SolveResult solve_lower(const LowerProblem& problem, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger) {
  check_request(problem, options, runtime, request);
  const Stopwatch watch;
  const int64_t members = request.lambda.size(0);
  SolveResult result;
  result.members.resize(static_cast<size_t>(members));
  const ThreadGuard threads(runtime);
  TrainState start = start_state(problem, options, request);
  const int64_t first_epoch = start.epoch;
  Ensemble ensemble(problem, options, runtime, request, start);
  result.engine = ensemble.engine_name();
  if (options.optimizer == "lbfgs") {
    run_lbfgs(problem, options, request, start.weights, ensemble, result, ledger);
  } else {
    result.state.epoch = first_epoch;
    train_epochs(problem, options, request, ensemble, first_epoch, result, ledger);
  }
  const int64_t epochs_done = result.state.epoch;
  result.state = ensemble.state();
  result.state.epoch = epochs_done;

  // f at the end, over the whole training part.
  const Weights& weights = result.state.weights;
  const Scores scores = evaluate_weighted(*problem.model, weights, problem.train, problem.example_weights,
                                          runtime, options.engine, ledger);
  const torch::Tensor penalty = problem.penalty.value(request.lambda, weights);
  for (int64_t e = 0; e < members; ++e) {
    result.train_loss.push_back(scores.loss[static_cast<size_t>(e)]);
    result.penalty.push_back(penalty[e].item<double>());
    result.objective.push_back(result.train_loss.back() + result.penalty.back());
  }
  mark_non_finite(result);
  ledger.lower_solves += members;
  ledger.seconds_lower += watch.seconds();
  return result;
}

}  // namespace gbho
