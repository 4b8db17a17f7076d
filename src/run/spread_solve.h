#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gbho/run/executor.h"
#include "run/assembly.h"

namespace gbho::inline internal {

/// A piece that so many workers could not do cannot be done.
constexpr int kMostTries = 3;

/// Of all pieces of this process, so that an answer that comes late is not taken for another one's.
int64_t next_piece_number();

/// One solve in pieces: hands them out, takes the outcomes in whatever order they come, sees to what is lost,
/// and offers snapshots of what is there.
class SpreadSolve {
 public:
  struct What {
    const Problem& problem;
    std::string name;   ///< of the problem
    std::string study;  ///< JSON
    const LowerOptions& lower;
    const Runtime& runtime;
    const SolveRequest& request;
    bool score = false;
    int64_t keep = -1;
  };

  /// `by_fold`: every fold is a solve of its own, without scores.
  SpreadSolve(What what, bool by_fold, Executor* executor, Ledger& ledger);

  /// Whether a snapshot is one of a solve in pieces, and of which kind.
  struct Kind {
    bool score = false;
    bool by_fold = false;
  };
  static std::optional<Kind> kind_of(const Snapshot& snapshot);

  /// What was done before.
  void restore(const Snapshot& snapshot);
  /// Cuts what is left into pieces of at most so many members. Returns how many pieces there are.
  int64_t cut(int64_t most_members);
  /// False when it was interrupted. Throws RunError when no worker could do any of it.
  bool run();

  SolveResult solved() const;
  const MemberScores& scores() const { return assemblies_.front().scores(); }

 private:
  struct Open {
    Part part;
    int tries = 0;
    std::string problem;  ///< what became of the last try
  };

  Assembly& assembly_of(const Part& part);
  const Problem& problem_of(const Part& part) const;
  Piece piece_of_part(const Part& part) const;
  void submit(int64_t number);
  /// Takes answers until nothing is open. False when the solve is to be left.
  bool gather();
  /// All that is left, here, one piece after another.
  bool run_here();
  void take(const Part& part, const Snapshot& answer);
  void take_answer(const PieceAnswer& answer);
  void give_up(const Open& open);
  /// Tells of progress and offers a snapshot. False when the solve is to be left.
  bool go_on();
  bool leave();
  Snapshot snapshot() const;

  What what_;
  bool by_fold_;
  Executor* executor_;
  Ledger& ledger_;
  std::vector<Assembly> assemblies_;  ///< one, or one of each fold
  std::vector<std::pair<Part, Snapshot>> done_;
  std::map<int64_t, Open> open_;
  std::vector<Open> given_up_;
};

}  // namespace gbho::inline internal
