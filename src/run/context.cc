#include "gbho/run/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/run/journal.h"
#include "nn/parameter_count.h"
#include "run/eigen_tensors.h"
#include "run/enqueued.h"
#include "run/out_of_fold.h"
#include "run/score_members.h"
#include "run/spread.h"
#include "run/work_input.h"
#include "train/solve_progress.h"

namespace gbho {
namespace {

// Weights of one ensemble; with momentum and gradients about three times as much is in use. On the CPU small
// ensembles are as fast as large ones, and what is kept of one while it trains is written faster.
constexpr int64_t kLargestEnsembleBytes = int64_t{1} << 30;
constexpr int64_t kLargestEnsembleBytesCpu = int64_t{1} << 26;

// With a budget in seconds the clock is looked at after so many networks.
constexpr int64_t kTimedEnsemble = 16;

int64_t largest_ensemble(const Problem& problem, const Runtime& runtime) {
  const int64_t bytes = runtime.device == "cpu" ? kLargestEnsembleBytesCpu : kLargestEnsembleBytes;
  const int64_t numbers = 1 + parameter_count(problem.parameters());
  return std::max<int64_t>(1, bytes / (numbers * static_cast<int64_t>(sizeof(float))));
}

bool has_tensor(const Snapshot& snapshot, const std::string& name) {
  return std::any_of(snapshot.tensors.begin(), snapshot.tensors.end(),
                     [&](const auto& entry) { return entry.first == name; });
}

std::vector<double> row(const torch::Tensor& values, int64_t index) {
  const torch::Tensor own = values[index].to(torch::kCPU, torch::kDouble).contiguous();
  return {own.data_ptr<double>(), own.data_ptr<double>() + own.numel()};
}

// In a wide space without the gradient: nobody fits a model of so many slopes.
Evaluation evaluation_of(const SolveResult& solved, const MemberScores& scores, const Space& space,
                         const torch::Tensor& lambda, int64_t index) {
  const auto member = static_cast<size_t>(index);
  Evaluation evaluation;
  evaluation.lambda = space.is_wide() ? space.recorded(lambda[index]) : row(lambda, index);
  evaluation.status = solved.members[member].status;
  evaluation.message = solved.members[member].message;
  if (evaluation.status == MemberStatus::kDiverged) return evaluation;
  evaluation.objective = solved.objective[member];
  evaluation.train_loss = solved.train_loss[member];
  evaluation.validation_loss = scores.upper[member];
  if (!scores.accuracy.empty()) evaluation.validation_accuracy = scores.accuracy[member];
  if (!scores.selection.empty()) evaluation.selection_loss = scores.selection[member];
  if (scores.lambda_gradient.defined()) evaluation.lambda_gradient = row(scores.lambda_gradient, index);
  if (!std::isfinite(evaluation.validation_loss)) {
    evaluation.status = MemberStatus::kDiverged;
    evaluation.message = "the validation loss is not finite";
    evaluation.validation_loss = kNone;
  }
  return evaluation;
}

}  // namespace

MethodContext::MethodContext(const Problem& problem, TuneOptions options, Callback callback, Journal* journal)
    : problem_(problem),
      options_(std::move(options)),
      callback_(std::move(callback)),
      journal_(journal),
      gallery_(problem.folded() != nullptr ? static_cast<size_t>(options_.bag.candidates) : 0) {}

void MethodContext::tell(const Event& event) {
  if (callback_) told_ = std::max(told_, callback_(event));
}

bool MethodContext::stop_requested() {
  if (told_ != Next::kAbort) tell({});
  return told_ == Next::kAbort;
}

void MethodContext::note(const Iteration& record) {
  tell({nullptr, &record});
}

void MethodContext::tell_of(const std::vector<Evaluation>& evaluations, bool partial) {
  if (!callback_) return;
  int64_t index = trials() - static_cast<int64_t>(evaluations.size());
  for (const Evaluation& evaluation : evaluations) {
    Iteration record = iteration_of(evaluation, index++);
    if (partial) record.kind = "trial";
    if (phase_ == kEnqueuedPhase) record.kind = kEnqueuedKind;
    note(record);
  }
}

void MethodContext::set_learning_rate(double learning_rate, double momentum) {
  options_.lower.learning_rate = {learning_rate};
  options_.lower.momentum = {momentum};
}

std::vector<Evaluation> MethodContext::train(const torch::Tensor& lambda) {
  std::vector<Evaluation> results;
  const bool timed = options_.budget.seconds > 0;
  const int64_t chunk =
      std::min(largest_ensemble(problem_, options_.runtime), timed ? kTimedEnsemble : lambda.size(0));
  for (int64_t first = 0; first < lambda.size(0); first += chunk) {
    if (first > 0 && timed && solves_left() == 0) break;
    const int64_t count = std::min(chunk, lambda.size(0) - first);
    SolveRequest request;
    request.lambda = lambda.slice(0, first, first + count);
    const TrainedBatch batch = train_batch(std::move(request), options_.lower, Training::kWhole);
    if (batch.evaluations.empty()) break;
    results.insert(results.end(), batch.evaluations.begin(), batch.evaluations.end());
    if (stop_requested()) break;
  }
  return results;
}

TrainedBatch MethodContext::train_with_state(const torch::Tensor& lambda) {
  SolveRequest request;
  request.lambda = lambda;
  return train_batch(std::move(request), options_.lower, Training::kWholeWithState);
}

TrainedBatch MethodContext::train_partly(const torch::Tensor& lambda, const TrainState& start, int64_t until,
                                         int64_t epochs) {
  LowerOptions lower = options_.lower;
  lower.epochs = epochs;
  TrainedBatch all;
  const int64_t chunk = largest_ensemble(problem_, options_.runtime);
  for (int64_t first = 0; first < lambda.size(0); first += chunk) {
    const int64_t count = std::min(chunk, lambda.size(0) - first);
    SolveRequest request;
    request.lambda = lambda.slice(0, first, first + count);
    request.until = until;
    if (start.epoch > 0) request.start = slice_members(start, first, count);
    // Of the ensembles of one call the last lets go of what they all went on from.
    const bool last = first + count == lambda.size(0);
    TrainedBatch batch = train_batch(std::move(request), lower, Training::kPart, last ? first / chunk : -1);
    if (batch.evaluations.empty()) return {};
    all.evaluations.insert(all.evaluations.end(), batch.evaluations.begin(), batch.evaluations.end());
    all.state = first == 0 ? std::move(batch.state) : joined(all.state, batch.state);
  }
  return all;
}

TrainedBatch MethodContext::train_batch(SolveRequest request, const LowerOptions& lower, Training training,
                                        int64_t siblings) {
  const int64_t count = request.lambda.size(0);
  Work work;
  work.kind = training == Training::kPart ? "train_partly" : "train";
  work.input = work_input(request.lambda, {lower.epochs, request.until});
  work.partial = training == Training::kPart;
  work.continues = request.start.has_value();
  work.releases = work.continues && siblings >= 0;
  work.siblings = std::max<int64_t>(0, siblings);
  const bool done = once(work, [&](const Continuation& continuation) {
    request.continuation = continuation;
    return solve(std::move(request), lower, training, work);
  });
  phase_done_ += count;
  if (!done) return {};
  if (work.partial) {
    partial_trials_ += count;
  } else {
    take_incumbent(work);
    take_exhibits(work);
    evaluations_.insert(evaluations_.end(), work.evaluations.begin(), work.evaluations.end());
  }
  tell_of(work.evaluations, work.partial);
  TrainState state = work.state.empty() ? TrainState{} : state_of(work.state);
  state.epoch = work.epochs;
  return {std::move(work.evaluations), std::move(state)};
}

// False when interrupted.
bool MethodContext::solve(SolveRequest request, const LowerOptions& lower, Training training, Work& work) {
  const torch::Tensor lambda = request.lambda;
  if (request.start && request.start->weights.empty()) {
    throw StoreError("the weights to go on from are no longer kept");
  }
  request.seed = seed();
  if (journal_ != nullptr) journal_->watch_training(lambda);
  request.on_epoch = epoch_callback(lambda.size(0));
  request.stop = [this] { return stop_requested(); };
  // Of candidates alone no more is wanted than the best one's weights, and those for the gallery.
  const int64_t keep =
      training == Training::kWhole ? std::max<int64_t>(1, static_cast<int64_t>(gallery_.room())) : -1;
  const auto [solved, scores] = solve_and_score(problem_, lower, options_.runtime, request, keep, ledger_);
  if (!solved.engine.empty()) engine_ = solved.engine;
  if (solved.interrupted) return false;

  work.epochs = solved.state.epoch;
  work.evaluations.reserve(static_cast<size_t>(lambda.size(0)));
  for (int64_t member = 0; member < lambda.size(0); ++member) {
    work.evaluations.push_back(evaluation_of(solved, scores, space(), lambda, member));
  }
  if (training != Training::kWhole) work.state = state_snapshot(solved.state);
  if (training != Training::kPart) exhibit(solved.weights(), work);
  const int64_t best = best_candidate(work.evaluations);
  if (training == Training::kPart || best < 0) return true;
  const double criterion = work.evaluations[static_cast<size_t>(best)].criterion();
  if (best_ && best_->evaluation.criterion() <= criterion) return true;
  work.result.text = std::to_string(best);
  work.result.add("weights", select_members(solved.weights(), {best}));
  if (space().is_wide()) work.result.add("lambda", lambda.narrow(0, best, 1));
  return true;
}

void MethodContext::take_incumbent(const Work& work) {
  if (work.result.text.empty()) return;
  const size_t member = std::stoul(work.result.text);
  const Evaluation& evaluation = work.evaluations.at(member);
  best_ =
      Incumbent{evaluation, work.result.weights("weights"),
                has_tensor(work.result, "lambda") ? work.result.tensor("lambda") : to_row(evaluation.lambda)};
}

void MethodContext::exhibit(const Weights& weights, Work& work) {
  const FoldedProblem* folded = problem_.folded();
  const std::vector<int64_t> welcome = gallery_.welcome(work.evaluations);
  if (folded == nullptr || welcome.empty()) return;
  const Weights own = select_members(weights, welcome);
  const torch::Tensor predictions = out_of_fold(*folded, own, options_.runtime, ledger_);
  std::vector<Exhibit> exhibits;
  exhibits.reserve(welcome.size());
  for (size_t i = 0; i < welcome.size(); ++i) {
    const auto member = static_cast<int64_t>(i);
    exhibits.push_back({"", {}, predictions[member], select_members(own, {member})});
  }
  work.result.add("exhibited", torch::tensor(welcome, torch::kLong));
  add_exhibits(exhibits, "exhibit", work.result);
}

void MethodContext::take_exhibits(const Work& work) {
  if (gallery_.room() == 0 || !has_tensor(work.result, "exhibited")) return;
  const torch::Tensor& members = work.result.tensor("exhibited");
  std::vector<Evaluation> evaluations;
  evaluations.reserve(static_cast<size_t>(members.numel()));
  for (int64_t i = 0; i < members.numel(); ++i)
    evaluations.push_back(work.evaluations.at(static_cast<size_t>(members[i].item<int64_t>())));
  for (Exhibit& exhibit : exhibits_of(work.result, "exhibit", evaluations)) gallery_.add(std::move(exhibit));
}

// Of trainings that the ledger counts as `ledger_solves` and that pass as many examples as `solves` solves.
int64_t MethodContext::left(int64_t ledger_solves, double solves, int64_t kept_back) const {
  const Budget& budget = options_.budget;
  int64_t left = std::numeric_limits<int64_t>::max();
  if (told_ == Next::kStop) return 0;
  if (budget.seconds > 0 && seconds() - search_began_seconds_ >= budget.seconds) return 0;
  if (budget.trials > 0) left = std::max<int64_t>(0, budget.trials - trials());
  if (budget.lower_solves > 0) {
    const int64_t spent = ledger_.lower_solves - search_began_.lower_solves + kept_back;
    left = std::min(left, std::max<int64_t>(0, budget.lower_solves - spent) / ledger_solves);
  }
  if (budget.sample_gradients > 0) {
    const auto solve =
        static_cast<double>(options_.lower.epochs * problem_.lower_examples() * problem_.row_cost());
    const double spent = static_cast<double>(ledger_.sample_gradients - search_began_.sample_gradients) +
                         static_cast<double>(kept_back) * solve;
    const double allowed = std::max(0.0, budget.sample_gradients - spent) / (solves * solve);
    left = static_cast<int64_t>(std::min(static_cast<double>(left), allowed));
  }
  return left;
}

int64_t MethodContext::solves_left(double extra) const {
  return left(extra > 0 ? 3 : 1, 1 + extra, 0);
}

int64_t MethodContext::trainings_left(int64_t epochs) const {
  return left(1, static_cast<double>(epochs) / static_cast<double>(options_.lower.epochs), 1);
}

void MethodContext::begin_search() {
  search_began_ = ledger_;
  search_began_seconds_ = seconds();
}

bool MethodContext::report_phase(double fraction) {
  phase_counts_rounds_ = true;
  Progress progress;
  progress.fraction = std::min(1.0, fraction);
  report(progress);
  return !stop_requested();
}

void MethodContext::begin_phase(const std::string& name, int64_t planned_solves) {
  phase_ = name;
  phase_planned_ = std::max<int64_t>(1, planned_solves);
  phase_done_ = 0;
  phase_fraction_ = 0;
  phase_counts_rounds_ = false;
  phase_clock_ = Stopwatch();
  phase_began_.push_back({name, seconds(), ledger_.lower_solves, ledger_.sample_gradients});
  report({});
}

std::vector<PhaseCost> MethodContext::phases() const {
  std::vector<PhaseCost> costs = phase_began_;
  for (size_t k = 0; k < costs.size(); ++k) {
    const PhaseCost end = k + 1 < costs.size()
                              ? phase_began_[k + 1]
                              : PhaseCost{"", seconds(), ledger_.lower_solves, ledger_.sample_gradients};
    costs[k].seconds = end.seconds - costs[k].seconds;
    costs[k].lower_solves = end.lower_solves - costs[k].lower_solves;
    costs[k].sample_gradients = end.sample_gradients - costs[k].sample_gradients;
  }
  return costs;
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
    if (journal_ != nullptr) journal_->watch_epoch(epoch, ledger_, seconds());
    if (phase_counts_rounds_) {  // training within a round: a phase has one unit
      report({});
      return !stop_requested();
    }
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

void MethodContext::report(Progress progress) {
  if (!callback_) return;
  progress.phase = phase_;
  // A solve that is done again, or work beside that of the plan, does not move the bar back.
  phase_fraction_ = std::max(phase_fraction_, progress.fraction);
  progress.fraction = phase_fraction_;
  progress.planned = phase_planned_;
  progress.seconds = phase_clock_.seconds();
  if (best_) {
    progress.best_validation_loss = best_->evaluation.validation_loss;
    progress.best_lambda = best_->evaluation.lambda;
  }
  tell({&progress, nullptr});
}

}  // namespace gbho
