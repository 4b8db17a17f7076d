#pragma once

#include <optional>

#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// Who solves lower levels in place of a thread: other processes, for instance.
class Elsewhere {
 public:
  Elsewhere() = default;
  virtual ~Elsewhere() = default;
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;

  /// What solve_lower gives, bit for bit; nothing when the solve is to be done here.
  virtual std::optional<SolveResult> solve(const Problem& problem, const LowerOptions& options,
                                           const Runtime& runtime, const SolveRequest& request,
                                           Ledger& ledger) = 0;
};

/// While it lives, solves of any problem on this thread are offered to `other` first; null: to nobody.
class SolvesElsewhere {
 public:
  explicit SolvesElsewhere(Elsewhere* other);
  ~SolvesElsewhere();
  SolvesElsewhere(const SolvesElsewhere&) = delete;
  SolvesElsewhere& operator=(const SolvesElsewhere&) = delete;

  static Elsewhere* of_this_thread();

 private:
  Elsewhere* before_;
};

/// Whether so many networks give the same bits when they are trained in groups of any size: the hand-written
/// kernels promise that, LibTorch does not.
bool can_be_cut(const NetworkProblem& problem, const LowerOptions& options, const Runtime& runtime,
                int64_t members);

}  // namespace gbho::inline internal
