#include "predictor/blocks.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gbho::inline internal {
namespace {

// Blocks are taken in order: when one fails, those before it have begun, and end.
class BlockQueue {
 public:
  BlockQueue(int64_t blocks, const std::function<void(int, int64_t)>& work)
      : blocks_(blocks), first_failed_(blocks), work_(work) {}

  void work_off(int thread) {
    for (int64_t block = next_++; block < blocks_ && !failed_; block = next_++) {
      try {
        work_(thread, block);
      } catch (...) {
        fail(block);
      }
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void fail(int64_t block) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (block >= first_failed_) return;
    first_failed_ = block;
    error_ = std::current_exception();
  }

  int64_t blocks_;
  int64_t first_failed_;
  const std::function<void(int, int64_t)>& work_;
  std::atomic<int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void for_each_block(int64_t blocks, int threads, const std::function<void(int thread, int64_t block)>& work) {
  BlockQueue queue(blocks, work);
  std::vector<std::thread> others;
  others.reserve(static_cast<size_t>(threads));
  try {
    for (int thread = 1; thread < threads && thread < blocks; ++thread) {
      others.emplace_back([&queue, thread] { queue.work_off(thread); });
    }
  } catch (const std::system_error&) {  // The system has no more threads: those that are here do the work.
  }
  queue.work_off(0);
  for (std::thread& other : others) other.join();
  queue.rethrow();
}

}  // namespace gbho::inline internal
