#include "train/solve_folds.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <utility>

#include "train/fold_states.h"
#include "train/solve_progress.h"

namespace gbho::inline internal {
namespace {

Snapshot solved_snapshot(const SolveResult& solved) {
  Snapshot snapshot = state_snapshot(solved.state);
  snapshot.text = members_text(solved.members);
  snapshot.add("objective", torch::tensor(solved.objective, torch::kDouble));
  snapshot.add("train_loss", torch::tensor(solved.train_loss, torch::kDouble));
  snapshot.add("penalty", torch::tensor(solved.penalty, torch::kDouble));
  return snapshot;
}

std::vector<double> numbers_of(const torch::Tensor& tensor) {
  return {tensor.data_ptr<double>(), tensor.data_ptr<double>() + tensor.numel()};
}

SolveResult solved_of(const Snapshot& snapshot) {
  SolveResult solved;
  solved.state = state_of(snapshot);
  solved.members = members_of(snapshot.text);
  solved.objective = numbers_of(snapshot.tensor("objective"));
  solved.train_loss = numbers_of(snapshot.tensor("train_loss"));
  solved.penalty = numbers_of(snapshot.tensor("penalty"));
  return solved;
}

// f is the mean over folds, and a fold is solved for its own f_k: its direction is as much longer.
Weights scaled(const Weights& direction, int64_t folds) {
  Weights longer;
  longer.reserve(direction.size());
  for (const torch::Tensor& tensor : direction) longer.push_back(tensor * static_cast<double>(folds));
  return longer;
}

void take_failure(const MemberOutcome& own, size_t fold, MemberOutcome& whole) {
  whole.epochs = std::max(whole.epochs, own.epochs);
  if (own.status != MemberStatus::kDiverged) return;
  whole.status = own.status;
  whole.message = fmt::format("fold {}: {}", fold + 1, own.message);
}

/// The folds that are solved, and where the one under way stands.
class FoldSolver {
 public:
  FoldSolver(const FoldedProblem& problem, const LowerOptions& options, const Runtime& runtime,
             const SolveRequest& request, Ledger& ledger)
      : problem_(problem), options_(options), runtime_(runtime), request_(request), ledger_(ledger) {
    if (request.continuation.from) restore(*request.continuation.from);
  }

  SolveResult run() {
    while (solved_.size() < problem_.folds.size()) {
      SolveResult fold = solve_next();
      const bool interrupted = fold.interrupted;
      solved_.push_back(std::move(fold));
      if (interrupted) break;
    }
    return folds_together(solved_);
  }

 private:
  SolveResult solve_next() {
    const size_t k = solved_.size();
    const NetworkProblem& fold = problem_.folds[k];
    const int64_t solves = ledger_.lower_solves;
    SolveRequest own = request_of(k);
    SolveResult result = solve_lower(fold.level, options_, runtime_, own, ledger_);
    if (k > 0) ledger_.lower_solves = solves;  // a candidate's folds are one solve
    return result;
  }

  SolveRequest request_of(size_t k) {
    SolveRequest own = request_of_fold(problem_, request_, k);
    own.stop = request_.stop;
    if (request_.on_epoch) {
      own.on_epoch = [this, k](const EpochRecord& epoch) {
        EpochRecord whole = epoch;
        whole.epoch += static_cast<int64_t>(k) * epoch.epochs;
        whole.epochs *= problem_.fold_count();
        return request_.on_epoch(whole);
      };
    }
    own.continuation.from = std::exchange(under_way_, std::nullopt);
    if (request_.continuation.offer) {
      own.continuation.offer = [this](const std::function<Snapshot()>& capture, bool leaving) {
        request_.continuation.offer([&] { return snapshot(capture()); }, leaving);
      };
    }
    return own;
  }

  Snapshot snapshot(Snapshot under_way) const {
    std::vector<Snapshot> folds;
    folds.reserve(solved_.size() + 1);
    for (const SolveResult& solved : solved_) folds.push_back(solved_snapshot(solved));
    folds.push_back(std::move(under_way));
    return joined_snapshot(folds);
  }

  void restore(const Snapshot& whole) {
    std::vector<Snapshot> folds = snapshots_of_folds(whole);
    under_way_ = std::move(folds.back());
    folds.pop_back();
    for (const Snapshot& solved : folds) solved_.push_back(solved_of(solved));
  }

  const FoldedProblem& problem_;
  const LowerOptions& options_;
  const Runtime& runtime_;
  const SolveRequest& request_;
  Ledger& ledger_;
  std::vector<SolveResult> solved_;
  std::optional<Snapshot> under_way_;
};

}  // namespace

SolveRequest request_of_fold(const FoldedProblem& problem, const SolveRequest& request, size_t fold) {
  SolveRequest own;
  own.lambda = request.lambda;
  own.seed = request.seed;
  own.until = request.until;
  own.learning_rate = request.learning_rate;
  own.momentum = request.momentum;
  if (request.start) own.start = state_of_fold(problem, *request.start, fold);
  if (request.upper) {
    own.upper = request.upper;
    own.upper->direction = scaled(problem.of_fold(request.upper->direction, fold), problem.fold_count());
    if (own.upper->direction.empty()) own.upper->validation = problem.folds[fold].validation;
  }
  return own;
}

// The mean over folds; a candidate that fails in one fold has failed.
SolveResult folds_together(const std::vector<SolveResult>& folds) {
  SolveResult all;
  all.engine = folds.back().engine;
  all.interrupted = folds.back().interrupted;
  if (all.interrupted) return all;
  all.members = folds.front().members;
  const size_t members = all.members.size();
  const double share = 1.0 / static_cast<double>(folds.size());
  for (std::vector<double>* sum : {&all.objective, &all.train_loss, &all.penalty}) sum->assign(members, 0);
  std::vector<Weights> weights;
  weights.reserve(folds.size());
  std::vector<std::vector<Weights>> moments(folds.front().state.moments.size());
  for (size_t k = 0; k < folds.size(); ++k) {
    const SolveResult& fold = folds[k];
    for (size_t e = 0; e < members; ++e) {
      all.objective[e] += share * fold.objective[e];
      all.train_loss[e] += share * fold.train_loss[e];
      all.penalty[e] += share * fold.penalty[e];
      take_failure(fold.members[e], k, all.members[e]);
    }
    weights.push_back(fold.state.weights);
    for (size_t m = 0; m < moments.size(); ++m) moments[m].push_back(fold.state.moments[m]);
    all.state.epoch = std::max(all.state.epoch, fold.state.epoch);
  }
  all.state.weights = FoldedProblem::joined(weights);
  for (const std::vector<Weights>& moment : moments)
    all.state.moments.push_back(FoldedProblem::joined(moment));
  return all;
}

SolveResult solve_folds(const FoldedProblem& problem, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger) {
  return FoldSolver(problem, options, runtime, request, ledger).run();
}

}  // namespace gbho::inline internal
