#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace gbho::inline internal {

/// Threads that work on one network in lockstep, where there are more threads than networks. Pieces of work
/// are microseconds long, so the others spin (and yield, when it takes longer) instead of sleeping.
///
/// One thread opens the team, runs pieces and closes it; the others serve meanwhile.
class Team {
 public:
  explicit Team(int size) : size_(size) {}
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return size_; }
  void open();
  void close();
  /// Every thread does piece(rank), ranks 0 (the caller) to size − 1; returns when all are done.
  void run(const std::function<void(int)>& piece);
  /// Takes part in every piece until the team is closed.
  void serve(int rank);

 private:
  int size_;
  uint64_t opened_at_ = 0;
  std::atomic<uint64_t> pieces_{0};
  std::atomic<int> unfinished_{0};
  std::atomic<bool> closed_{true};
  const std::function<void(int)>* piece_ = nullptr;
};

/// The part of [0, count) that is this rank's.
struct Share {
  int64_t first;
  int64_t last;
};
Share share_of(int64_t count, int rank, int size);

}  // namespace gbho::inline internal
