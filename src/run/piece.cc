#include "run/piece.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "gbho/train/one_torch_thread.h"

namespace gbho::inline internal {
namespace {

// As Evaluation::usable and Evaluation::criterion have it, so that nobody is missing whom the run may want.
std::vector<int64_t> best_members(const PieceOutcome& outcome, int64_t keep) {
  const MemberScores& scores = outcome.scores;
  std::vector<int64_t> members;
  for (size_t e = 0; e < scores.upper.size(); ++e) {
    const bool trained = outcome.solved.members[e].status != MemberStatus::kDiverged;
    if (trained && std::isfinite(scores.upper[e])) members.push_back(static_cast<int64_t>(e));
  }
  const auto criterion = [&](int64_t member) {
    const auto e = static_cast<size_t>(member);
    const bool selected = e < scores.selection.size() && std::isfinite(scores.selection[e]);
    return selected ? scores.selection[e] : scores.upper[e];
  };
  std::stable_sort(members.begin(), members.end(),
                   [&](int64_t a, int64_t b) { return criterion(a) < criterion(b); });
  if (static_cast<int64_t>(members.size()) > keep) members.resize(static_cast<size_t>(keep));
  return members;
}

void keep_members(const Piece& piece, PieceOutcome& outcome) {
  TrainState& state = outcome.solved.state;
  if (piece.keep < 0) {
    for (int64_t e = 0; e < piece.request.lambda.size(0); ++e) outcome.kept.push_back(e);
    return;
  }
  outcome.kept = best_members(outcome, piece.keep);
  state.weights = outcome.kept.empty() ? Weights{} : select_members(state.weights, outcome.kept);
  state.moments.clear();
}

}  // namespace

PieceOutcome do_piece(const Problem& problem, const Runtime& runtime, const Piece& piece,
                      const StopCallback& stop) {
  const OneTorchThread one_thread;
  PieceOutcome outcome;
  SolveRequest request = piece.request;
  if (stop) {
    request.stop = stop;
    request.on_epoch = [&stop](const EpochRecord&) { return !stop(); };
  }
  outcome.solved = solve_lower(problem, piece.lower, runtime, std::move(request), outcome.cost);
  if (outcome.solved.interrupted) return outcome;
  if (piece.score) {
    outcome.scores =
        score_members(problem, piece.request.lambda, outcome.solved.weights(), runtime, outcome.cost);
  }
  keep_members(piece, outcome);
  return outcome;
}

}  // namespace gbho::inline internal
