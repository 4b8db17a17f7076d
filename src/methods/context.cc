#include "gbho/methods/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gbho/base/error.h"

namespace gbho {
namespace {

// Weights of one ensemble; with momentum and gradients about three times as much is in use.
constexpr int64_t kLargestEnsembleBytes = int64_t{1} << 30;

int64_t largest_ensemble(const Model& model) {
  const int64_t bytes = std::max<int64_t>(1, model.parameter_count()) * static_cast<int64_t>(sizeof(float));
  return std::max<int64_t>(1, kLargestEnsembleBytes / bytes);
}

std::vector<double> row(const torch::Tensor& lambda, int64_t index) {
  const torch::Tensor values = lambda[index].to(torch::kCPU, torch::kDouble).contiguous();
  return {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
}

Evaluation evaluation_of(const SolveResult& solved, const Scores& scores, const torch::Tensor& lambda,
                         size_t member) {
  Evaluation evaluation;
  evaluation.lambda = row(lambda, static_cast<int64_t>(member));
  evaluation.status = solved.members[member].status;
  evaluation.message = solved.members[member].message;
  if (evaluation.status == MemberStatus::kDiverged) return evaluation;
  evaluation.objective = solved.objective[member];
  evaluation.train_loss = solved.train_loss[member];
  evaluation.validation_loss = scores.loss[member];
  evaluation.validation_accuracy = scores.accuracy[member];
  if (!std::isfinite(evaluation.validation_loss)) {
    evaluation.status = MemberStatus::kDiverged;
    evaluation.message = "the validation loss is not finite";
    evaluation.validation_loss = kNone;
  }
  return evaluation;
}

}  // namespace

void Budget::validate() const {
  if (lower_solves >= 0) return;
  throw ConfigError(
      fmt::format("budget.lower_solves = {}: must not be negative; write 0 for no limit", lower_solves));
}

bool Evaluation::usable() const {
  return status != MemberStatus::kDiverged && status != MemberStatus::kInterrupted &&
         std::isfinite(validation_loss);
}

MethodContext::MethodContext(const TuningProblem& problem, TuneOptions options)
    : problem_(problem), options_(std::move(options)) {}

void MethodContext::set_learning_rate(double learning_rate, double momentum) {
  options_.lower.learning_rate = {learning_rate};
  options_.lower.momentum = {momentum};
}

std::vector<Evaluation> MethodContext::evaluate(const torch::Tensor& lambda) {
  std::vector<Evaluation> results;
  const int64_t chunk = largest_ensemble(*problem_.lower.model);
  for (int64_t first = 0; first < lambda.size(0); first += chunk) {
    const int64_t count = std::min(chunk, lambda.size(0) - first);
    if (!evaluate_chunk(lambda.slice(0, first, first + count), results)) break;
  }
  return results;
}

// False when interrupted.
bool MethodContext::evaluate_chunk(const torch::Tensor& lambda, std::vector<Evaluation>& results) {
  const int64_t networks = lambda.size(0);
  SolveRequest request;
  request.lambda = lambda;
  request.seed = seed();
  request.on_epoch = epoch_callback(networks);
  const SolveResult solved = solve_lower(problem_.lower, options_.lower, options_.runtime, request, ledger_);
  engine_ = solved.engine;
  search_solves_ += networks;
  phase_done_ += networks;
  if (solved.interrupted) return false;

  const Scores scores =
      gbho::evaluate(*problem_.lower.model, solved.weights(), problem_.validation, options_.runtime, ledger_);
  for (int64_t member = 0; member < networks; ++member) {
    results.push_back(evaluation_of(solved, scores, lambda, static_cast<size_t>(member)));
    record(results.back(), solved.weights(), member);
  }
  return true;
}

void MethodContext::record(const Evaluation& evaluation, const Weights& weights, int64_t member) {
  evaluations_.push_back(evaluation);
  if (!evaluation.usable()) return;
  if (best_ && best_->evaluation.validation_loss <= evaluation.validation_loss) return;
  best_ = Incumbent{evaluation, select_members(weights, {member})};
}

int64_t MethodContext::solves_left() const {
  if (options_.budget.lower_solves == 0) return std::numeric_limits<int64_t>::max();
  return std::max<int64_t>(0, options_.budget.lower_solves - search_solves_);
}

void MethodContext::begin_phase(const std::string& name, int64_t planned_solves) {
  phase_ = name;
  phase_planned_ = std::max<int64_t>(1, planned_solves);
  phase_done_ = 0;
  phase_clock_ = Stopwatch();
  report({});
}

void MethodContext::end_phase() {
  Progress progress;
  progress.fraction = 1;
  progress.networks = phase_done_ > 0 ? phase_done_ : phase_planned_;
  progress.finished = true;
  report(progress);
}

EpochCallback MethodContext::epoch_callback(int64_t networks) {
  return [this, networks](const EpochRecord& epoch) {
    Progress progress;
    const double part =
        static_cast<double>(epoch.epoch) / static_cast<double>(std::max<int64_t>(1, epoch.epochs));
    const double done = static_cast<double>(phase_done_) + static_cast<double>(networks) * part;
    progress.fraction = std::min(1.0, done / static_cast<double>(phase_planned_));
    progress.networks = networks;
    progress.epoch = epoch.epoch;
    progress.epochs = epoch.epochs;
    report(progress);
    return !stop_requested();
  };
}

void MethodContext::report(Progress progress) const {
  if (!options_.on_progress) return;
  progress.phase = phase_;
  progress.planned = phase_planned_;
  progress.seconds = phase_clock_.seconds();
  if (best_) {
    progress.best_validation_loss = best_->evaluation.validation_loss;
    progress.best_lambda = best_->evaluation.lambda;
  }
  options_.on_progress(progress);
}

}  // namespace gbho
