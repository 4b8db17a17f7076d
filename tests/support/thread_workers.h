#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gbho/run/executor.h"
#include "gbho/study/worker.h"

namespace gbho {

/// Workers that are threads of the test, each with a problem of its own: everything but the wire. Answers
/// come back in an order of their own.
class ThreadWorkers : public Executor {
 public:
  /// What becomes of a piece before a worker sees it: "" when nothing does. Told how often it was handed in.
  using Accident = std::function<std::string(int64_t number, int tries)>;

  explicit ThreadWorkers(int count, Accident accident = {}) : accident_(std::move(accident)) {
    Runtime runtime;
    runtime.threads = 1;
    for (int i = 0; i < count; ++i) threads_.emplace_back([this, runtime] { serve(Worker(runtime)); });
  }

  ~ThreadWorkers() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      wanted_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int64_t submitted() const { return submitted_; }

  int64_t workers() override { return static_cast<int64_t>(threads_.size()); }

  void submit(int64_t piece, const std::string& request) override {
    const std::lock_guard lock(mutex_);
    ++submitted_;
    const auto known = std::find(numbers_.begin(), numbers_.end(), piece);
    const auto number = known - numbers_.begin();
    if (known == numbers_.end()) {
      numbers_.push_back(piece);
      tries_.push_back(0);
    }
    const int tries = tries_[static_cast<size_t>(number)]++;
    const std::string accident = accident_ ? accident_(number, tries) : "";
    if (!accident.empty()) {
      answers_.push_back({piece, "", accident});
    } else {
      wanted_.insert(piece);
      requests_.emplace_back(piece, request);
    }
    changed_.notify_all();
  }

  std::optional<PieceAnswer> next(double seconds) override {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !answers_.empty(); });
    if (answers_.empty()) return std::nullopt;
    std::swap(answers_[random_() % answers_.size()], answers_.back());
    PieceAnswer answer = std::move(answers_.back());
    answers_.pop_back();
    return answer;
  }

  void cancel() override {
    const std::lock_guard lock(mutex_);
    wanted_.clear();
    requests_.clear();
    answers_.clear();
  }

 private:
  void serve(Worker worker) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || !requests_.empty(); });
      if (ended_) return;
      const auto [piece, request] = std::move(requests_.front());
      requests_.pop_front();
      lock.unlock();
      PieceAnswer answer{piece, "", ""};
      try {
        answer.answer = worker.answer(request, [this, number = piece] { return !is_wanted(number); });
      } catch (const std::exception& error) {
        answer.problem = error.what();
      }
      lock.lock();
      if (wanted_.erase(piece) > 0) answers_.push_back(std::move(answer));
      changed_.notify_all();
    }
  }

  bool is_wanted(int64_t piece) {
    const std::lock_guard lock(mutex_);
    return wanted_.contains(piece);
  }

  Accident accident_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<int64_t, std::string>> requests_;
  std::set<int64_t> wanted_;
  std::vector<PieceAnswer> answers_;
  std::vector<int64_t> numbers_;  ///< of pieces, in the order in which they came first
  std::vector<int> tries_;
  std::mt19937 random_{1};
  int64_t submitted_ = 0;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace gbho
