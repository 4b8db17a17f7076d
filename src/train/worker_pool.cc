#include "train/worker_pool.h"

#include <utility>

namespace gbho::inline internal {

WorkerPool::WorkerPool(int threads) {
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(int64_t count, const std::function<void(int64_t)>& task) {
  std::unique_lock lock(mutex_);
  task_ = &task;
  next_ = 0;
  count_ = count;
  unfinished_ = count;
  failure_ = nullptr;
  start_.notify_all();
  take_tasks(lock);
  done_.wait(lock, [this] { return unfinished_ == 0; });
  count_ = 0;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [this] { return closing_ || next_ < count_; });
    if (closing_) return;
    take_tasks(lock);
  }
}

void WorkerPool::take_tasks(std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const int64_t index = next_++;
    const std::function<void(int64_t)>& task = *task_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      task(index);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
    if (--unfinished_ == 0) done_.notify_all();
  }
}

}  // namespace gbho::inline internal
