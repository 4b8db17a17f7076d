#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/piece.h"

namespace gbho::inline internal {

/// Members [first, first + count) of an ensemble, in one of the problem's folds; −1: in the problem itself.
struct Part {
  int64_t fold = -1;
  int64_t first = 0;
  int64_t count = 0;
};

/// An ensemble that is put together from its parts, which come in any order.
class Assembly {
 public:
  Assembly(int64_t members, int64_t hyperparameters);

  void take(const Part& part, const PieceOutcome& outcome);
  /// The part's members have diverged, for this reason.
  void take_failure(const Part& part, const std::string& message);
  /// Ranges of members that are still missing, as parts of that fold.
  std::vector<Part> missing(int64_t fold) const;

  /// Once nothing is missing. Weights that no part has given are zero.
  const SolveResult& solved() const { return solved_; }
  const MemberScores& scores() const { return scores_; }

 private:
  std::vector<bool> taken_;
  int64_t hyperparameters_;
  SolveResult solved_;
  MemberScores scores_;
};

/// The part of a request that is about these members.
SolveRequest request_of_part(const SolveRequest& whole, int64_t first, int64_t count);

}  // namespace gbho::inline internal
