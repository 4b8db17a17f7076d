#include "cli/rank_executor.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

#include "gbho/base/clock.h"
#include "gbho/record/runtime.h"
#include "gbho/study/worker.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kUnwanted = -1;

/// Sleeps between looks for messages, ever longer up to two milliseconds: MPI itself would wait by spinning,
/// on a core that a worker could use.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds_));
    microseconds_ = std::min(2 * microseconds_, kLongest);
  }
  void renew() { microseconds_ = kShortest; }

 private:
  static constexpr int kShortest = 100;
  static constexpr int kLongest = 2000;
  int microseconds_ = kShortest;
};

}  // namespace

RankExecutor::RankExecutor(Messenger& messenger) : messenger_(messenger) {
  for (int rank = messenger.size() - 1; rank > 0; --rank) idle_.push_back(rank);
}

RankExecutor::~RankExecutor() {
  for (int rank = 1; rank < messenger_.size(); ++rank) messenger_.send(rank, kEnd, "");
  Patience patience;
  // Whatever they were sending is taken in, for they wait for that.
  for (int left = messenger_.size() - 1; left > 0;) {
    const std::optional<Message> message = messenger_.poll();
    if (!message) patience.wait();
    if (message && message->kind == kGone) --left;
  }
}

void RankExecutor::submit(int64_t piece, const std::string& request) {
  waiting_.emplace_back(piece, request);
  hand_out();
}

void RankExecutor::hand_out() {
  while (!idle_.empty() && !waiting_.empty()) {
    messenger_.send(idle_.back(), kPiece, waiting_.front().second);
    busy_[idle_.back()] = waiting_.front().first;
    idle_.pop_back();
    waiting_.pop_front();
  }
}

std::optional<PieceAnswer> RankExecutor::next(double seconds) {
  const Stopwatch watch;
  Patience patience;
  do {
    if (std::optional<Message> message = messenger_.poll()) {
      std::optional<PieceAnswer> answer = read(std::move(*message));
      hand_out();
      if (answer) return answer;
      patience.renew();
    } else {
      patience.wait();
    }
  } while (watch.seconds() < seconds);
  return std::nullopt;
}

std::optional<PieceAnswer> RankExecutor::read(Message message) {
  const int64_t piece = busy_.at(message.from);
  busy_.erase(message.from);
  // Who has failed is asked last, so that a piece that is tried again meets another worker where there is
  // one.
  idle_.insert(message.kind == kFailure ? idle_.begin() : idle_.end(), message.from);
  if (piece == kUnwanted) return std::nullopt;
  if (message.kind == kAnswer) return PieceAnswer{piece, std::move(message.text), ""};
  return PieceAnswer{piece, "", message.kind == kFailure ? std::move(message.text) : "the worker left it"};
}

void RankExecutor::cancel() {
  waiting_.clear();
  for (auto& [rank, piece] : busy_) {
    if (piece != kUnwanted) messenger_.send(rank, kLeave, "");
    piece = kUnwanted;
  }
}

namespace {

/// A worker's side.
class PieceServer {
 public:
  explicit PieceServer(Messenger& messenger) : messenger_(messenger), worker_(runtime(messenger)) {}

  void serve() {
    Patience patience;
    while (!ended_) {
      std::optional<Message> message = messenger_.poll();
      if (!message) {
        patience.wait();
        continue;
      }
      if (message->kind == kEnd) ended_ = true;
      if (message->kind == kPiece) answer(message->text);
      patience.renew();
    }
    messenger_.send(0, kGone, "");
  }

 private:
  // The workers of a node share its processors.
  static Runtime runtime(const Messenger& messenger) {
    Runtime all;
    all.threads = std::max(1, all.thread_count() / std::max(1, messenger.workers_here()));
    return all;
  }

  void answer(const std::string& request) {
    leave_ = false;
    try {
      const std::string answer = worker_.answer(request, [this] { return told_to_leave(); });
      messenger_.send(0, answer.empty() ? kHasLeft : kAnswer, answer);
    } catch (const std::exception& error) {
      messenger_.send(0, kFailure, error.what());
    }
  }

  bool told_to_leave() {
    const std::optional<Message> message = messenger_.poll();
    if (message && message->kind == kEnd) ended_ = true;
    if (message) leave_ = true;
    return leave_;
  }

  Messenger& messenger_;
  Worker worker_;
  bool leave_ = false;
  bool ended_ = false;
};

}  // namespace

void serve_pieces(Messenger& messenger) {
  PieceServer(messenger).serve();
}

}  // namespace gbho::inline internal
