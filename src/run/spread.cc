#include "run/spread.h"

#include <algorithm>
#include <utility>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/bilevel/network_problem.h"
#include "run/spread_solve.h"

namespace gbho::inline internal {
namespace {

// As many networks as one thread trains in lockstep: larger pieces are no faster.
constexpr int64_t kLargestPiece = 8;

bool can_be_cut(const Problem& problem, const LowerOptions& lower, const Runtime& runtime, int64_t members) {
  const auto fits = [&](const NetworkProblem& own) { return can_be_cut(own, lower, runtime, members); };
  if (const FoldedProblem* folded = problem.folded())
    return std::all_of(folded->folds.begin(), folded->folds.end(), fits);
  return problem.network() != nullptr && fits(*problem.network());
}

// So that every worker has a piece, where there is enough for all.
int64_t piece_size(int64_t networks, int64_t workers) {
  return std::clamp<int64_t>((networks + workers - 1) / workers, 1, kLargestPiece);
}

}  // namespace

Spread::Spread(Executor* executor, std::string study, std::vector<NamedProblem> problems)
    : executor_(executor), study_(std::move(study)), problems_(std::move(problems)) {}

const NamedProblem* Spread::find(const Problem& problem) const {
  const auto found = std::find_if(problems_.begin(), problems_.end(),
                                  [&](const NamedProblem& own) { return own.problem == &problem; });
  return found == problems_.end() ? nullptr : &*found;
}

int64_t Spread::workers() const {
  return executor_ == nullptr ? 0 : executor_->workers();
}

std::optional<ScoredSolve> Spread::solve_and_score(const Problem& problem, const LowerOptions& lower,
                                                   const Runtime& runtime, const SolveRequest& request,
                                                   int64_t keep, Ledger& ledger) {
  const NamedProblem* named = find(problem);
  if (named == nullptr) return std::nullopt;
  const int64_t members = request.lambda.size(0);
  const int64_t workers = this->workers();
  SpreadSolve pieces({problem, named->name, study_, lower, runtime, request, true, keep}, false,
                     workers > 0 ? executor_ : nullptr, ledger);
  if (request.continuation.from) {
    const auto kind = SpreadSolve::kind_of(*request.continuation.from);
    if (!kind || !kind->score) return std::nullopt;
    pieces.restore(*request.continuation.from);
    pieces.cut(workers > 0 ? piece_size(members, workers) : members);
  } else {
    // Few candidates of many folds make more pieces fold by fold, and are scored here.
    if (workers < 1 || (problem.folded() != nullptr && members < workers)) return std::nullopt;
    if (!can_be_cut(problem, lower, runtime, members)) return std::nullopt;
    if (pieces.cut(piece_size(members, workers)) < 2) return std::nullopt;
  }
  ScoredSolve result;
  if (pieces.run()) {
    result = {pieces.solved(), pieces.scores()};
  } else {
    result.solved.interrupted = true;
  }
  return result;
}

std::optional<SolveResult> Spread::solve(const Problem& problem, const LowerOptions& lower,
                                         const Runtime& runtime, const SolveRequest& request,
                                         Ledger& ledger) {
  const NamedProblem* named = find(problem);
  if (named == nullptr) return std::nullopt;
  const FoldedProblem* folded = problem.folded();
  const int64_t members = request.lambda.size(0);
  const int64_t networks = folded == nullptr ? members : members * folded->fold_count();
  const int64_t workers = this->workers();
  SpreadSolve pieces({problem, named->name, study_, lower, runtime, request, false, -1}, folded != nullptr,
                     workers > 0 ? executor_ : nullptr, ledger);
  const bool apart = can_be_cut(problem, lower, runtime, members);
  const int64_t size = apart && workers > 0 ? piece_size(networks, workers) : members;
  if (request.continuation.from) {
    const auto kind = SpreadSolve::kind_of(*request.continuation.from);
    if (!kind || kind->score) return std::nullopt;
    pieces.restore(*request.continuation.from);
    pieces.cut(size);
  } else if (workers < 1 || pieces.cut(size) < 2) {
    return std::nullopt;
  }
  if (pieces.run()) return pieces.solved();
  SolveResult left;
  left.interrupted = true;
  return left;
}

ScoredSolve solve_and_score(const Problem& problem, const LowerOptions& lower, const Runtime& runtime,
                            const SolveRequest& request, int64_t keep, Ledger& ledger) {
  if (auto* spread = dynamic_cast<Spread*>(SolvesElsewhere::of_this_thread())) {
    if (std::optional<ScoredSolve> result =
            spread->solve_and_score(problem, lower, runtime, request, keep, ledger))
      return std::move(*result);
  }
  ScoredSolve result;
  result.solved = solve_lower(problem, lower, runtime, request, ledger);
  if (!result.solved.interrupted)
    result.scores = score_members(problem, request.lambda, result.solved.weights(), runtime, ledger);
  return result;
}

}  // namespace gbho::inline internal
