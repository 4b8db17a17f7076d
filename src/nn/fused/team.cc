#include "nn/fused/team.h"

#include <thread>

namespace gbho::inline internal {
namespace {

// No pause instruction: on virtual machines, pausing in a loop gives the core away.
template <typename Condition>
void spin_until(const Condition& condition) {
  constexpr int kSpins = 20000;
  for (int spins = 0; !condition(); ++spins) {
    if (spins >= kSpins) std::this_thread::yield();
  }
}

}  // namespace

void Team::open() {
  opened_at_ = pieces_.load();
  closed_.store(false);
}

void Team::close() {
  closed_.store(true);
}

void Team::run(const std::function<void(int)>& piece) {
  piece_ = &piece;
  unfinished_.store(size_ - 1);
  pieces_.fetch_add(1);
  piece(0);
  spin_until([&] { return unfinished_.load() == 0; });
}

void Team::serve(int rank) {
  uint64_t seen = opened_at_;
  while (true) {
    spin_until([&] { return pieces_.load() != seen || closed_.load(); });
    if (pieces_.load() == seen) return;
    ++seen;
    (*piece_)(rank);
    unfinished_.fetch_sub(1);
  }
}

Share share_of(int64_t count, int rank, int size) {
  return {count * rank / size, count * (rank + 1) / size};
}

}  // namespace gbho::inline internal
