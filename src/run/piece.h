#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/nn/snapshot.h"
#include "gbho/record/ledger.h"
#include "gbho/train/solver.h"
#include "run/score_members.h"

namespace gbho::inline internal {

/// Networks to train, as a worker is asked to: it depends on nothing but the problem that it names.
struct Piece {
  std::string problem;  ///< "" is the one that is searched; else a family of models beside it
  int64_t fold = -1;    ///< of that problem; −1: all of it
  LowerOptions lower;
  SolveRequest request;  ///< without callbacks, and without validation examples: the problem has them
  bool score = false;    ///< whether they are to be scored, too
  int64_t keep = -1;  ///< give back the weights of so many, the best; −1: of all, with the optimizer's memory
};

struct PieceOutcome {
  SolveResult solved;  ///< weights and optimizer's memory are those of the networks that were kept
  MemberScores scores;
  std::vector<int64_t> kept;  ///< which they are
  Ledger cost;
};

/// Trains; interrupted when `stop` says so.
PieceOutcome do_piece(const Problem& problem, const Runtime& runtime, const Piece& piece,
                      const StopCallback& stop);

Snapshot piece_snapshot(const Piece& piece);
/// Throws StoreError, or what a reader of JSON throws, when it is none.
Piece piece_of(const Snapshot& snapshot);
Snapshot outcome_snapshot(const PieceOutcome& outcome);
PieceOutcome outcome_of(const Snapshot& snapshot);

}  // namespace gbho::inline internal
