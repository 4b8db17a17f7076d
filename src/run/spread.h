#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/run/executor.h"
#include "gbho/train/solver.h"
#include "run/score_members.h"
#include "train/elsewhere.h"

namespace gbho::inline internal {

/// A solve with its scores; no scores when it was interrupted.
struct ScoredSolve {
  SolveResult solved;
  MemberScores scores;
};

/// A problem by the name that workers know it under.
struct NamedProblem {
  std::string name;
  const Problem* problem = nullptr;
};

/// Cuts solves of a study's problems into pieces for an executor's workers, and puts the outcomes together:
/// to the same bits as if they had not been cut. What cannot be cut so is left to the caller. A snapshot of a
/// solve that was left half done holds the pieces that were; another executor, or none, can go on from it.
class Spread : public Elsewhere {
 public:
  /// Without an executor nothing is cut, but what was begun in pieces is finished here. `study` is what
  /// workers make the problems of, in JSON.
  Spread(Executor* executor, std::string study, std::vector<NamedProblem> problems);

  std::optional<SolveResult> solve(const Problem& problem, const LowerOptions& lower, const Runtime& runtime,
                                   const SolveRequest& request, Ledger& ledger) override;
  /// With scores; weights of the best `keep` networks alone, zeros for the others; −1: whole states.
  std::optional<ScoredSolve> solve_and_score(const Problem& problem, const LowerOptions& lower,
                                             const Runtime& runtime, const SolveRequest& request,
                                             int64_t keep, Ledger& ledger);

 private:
  const NamedProblem* find(const Problem& problem) const;
  int64_t workers() const;

  Executor* executor_;
  std::string study_;
  std::vector<NamedProblem> problems_;
};

/// Solves and scores: by the workers of this thread's run where it has some, else here. The weights of at
/// least the best `keep` networks are those that they have ended with; −1: their states are, too.
ScoredSolve solve_and_score(const Problem& problem, const LowerOptions& lower, const Runtime& runtime,
                            const SolveRequest& request, int64_t keep, Ledger& ledger);

}  // namespace gbho::inline internal
