#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "serve/topic.h"
#include "study/store/follow_study.h"

namespace gbho::inline internal {

/// Reads a store for those who watch, with a thread of its own: only what somebody looks at, only when the
/// store has changed, and never more than a tenth of the time.
class Watcher {
 public:
  /// `on_news` is called by the thread when a topic has something new.
  Watcher(std::string store, bool control, std::function<void()> on_news);
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  /// Followed as long as somebody holds them.
  std::shared_ptr<Topic> list();
  /// Nothing when too many studies are being followed.
  std::shared_ptr<Topic> study(int64_t id);

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Turn;
  struct Followed;
  struct Listed;

  void work();
  bool look_at_list(Listed& listed) const;
  bool look_at_study(Followed& followed) const;
  void forget_unwatched();

  const std::string store_;
  const bool control_;
  const std::function<void()> on_news_;
  std::mutex mutex_;  ///< of what follows
  std::condition_variable changed_;
  bool leaving_ = false;
  bool asked_ = false;  ///< a topic is new
  std::shared_ptr<Listed> list_;
  std::map<int64_t, std::shared_ptr<Followed>> studies_;
  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace gbho::inline internal
