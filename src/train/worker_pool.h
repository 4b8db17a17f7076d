#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gbho::inline internal {

/// A few threads that share out numbered tasks. The caller works too. LibTorch and BLAS keep to one thread
/// inside a task: the tasks are the parallelism.
class WorkerPool {
 public:
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Runs task(0), …, task(count−1) and returns when all are done; rethrows the first exception.
  void run(int64_t count, const std::function<void(int64_t)>& task);

 private:
  void work();
  void take_tasks(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  const std::function<void(int64_t)>* task_ = nullptr;
  int64_t next_ = 0;
  int64_t count_ = 0;
  int64_t unfinished_ = 0;
  std::exception_ptr failure_;
  bool closing_ = false;
};

}  // namespace gbho::inline internal
