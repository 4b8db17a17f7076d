#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/messenger.h"
#include "gbho/run/executor.h"

namespace gbho::inline internal {

/// What ranks say to each other: rank 0 hands out a piece, takes it back, or ends the job; a worker answers,
/// says why it cannot, that it has left the piece, or that it is gone.
enum RankMessage : int { kPiece, kLeave, kEnd, kAnswer, kFailure, kHasLeft, kGone };

/// The ranks but this one as workers, each with one piece at a time.
class RankExecutor final : public Executor {
 public:
  explicit RankExecutor(Messenger& messenger);
  /// Ends the workers.
  ~RankExecutor() override;

  int64_t workers() override { return messenger_.size() - 1; }
  void submit(int64_t piece, const std::string& request) override;
  std::optional<PieceAnswer> next(double seconds) override;
  void cancel() override;

 private:
  void hand_out();
  /// What a message says of a piece that is still wanted.
  std::optional<PieceAnswer> read(Message message);

  Messenger& messenger_;
  std::deque<std::pair<int64_t, std::string>> waiting_;
  std::vector<int> idle_;
  std::map<int, int64_t> busy_;  ///< by rank, with which piece; −1: with one that nobody wants
};

/// What a worker does until rank 0 ends it.
void serve_pieces(Messenger& messenger);

}  // namespace gbho::inline internal
