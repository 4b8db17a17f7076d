#include "serve/watcher.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "serve/content.h"
#include "study/store/live_state.h"
#include "study/store/study_lock.h"

namespace gbho::inline internal {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kPause(250);
constexpr int kShare = 10;  // a tenth of the time
constexpr std::chrono::seconds kForgotten(60);
constexpr size_t kMostStudies = 64;

// A topic that nobody looks at is held here alone.
template <typename Kept>
bool is_watched(const Kept& kept) {
  return kept.topic.use_count() > 1;
}

std::string any_message(const std::exception& error) {
  return error.what();
}

// Of this thread: on a busy machine the time on the clock is that of others.
Clock::duration worked() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

// When it was last looked at, and when again.
struct Watcher::Turn {
  Clock::time_point next{};
  Clock::time_point watched = Clock::now();

  bool is_due(Clock::time_point now) const { return now >= next; }
  void took(Clock::duration time) {
    next = Clock::now() + std::max<Clock::duration>(kPause, (kShare - 1) * time);
  }
};

struct Watcher::Listed {
  std::shared_ptr<Topic> topic = std::make_shared<Topic>();
  Turn turn;
  std::string trouble;
};

struct Watcher::Followed {
  Followed(const std::string& store, int64_t study) : id(study), follower(store, study) {}

  const int64_t id;
  std::shared_ptr<Topic> topic = std::make_shared<Topic>();
  Turn turn;
  StudyFollower follower;
  KeptMap map;
  size_t told = 0;  ///< trials of the record that were put
  int64_t live_stamp = 0;
  std::optional<LiveState> live;
  std::string trouble;
};

Watcher::Watcher(std::string store, bool control, std::function<void()> on_news)
    : store_(std::move(store)),
      control_(control),
      on_news_(std::move(on_news)),
      list_(std::make_shared<Listed>()),
      thread_([this] { work(); }) {}

Watcher::~Watcher() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<Topic> Watcher::list() {
  const std::lock_guard lock(mutex_);
  asked_ = true;
  changed_.notify_all();
  return list_->topic;
}

std::shared_ptr<Topic> Watcher::study(int64_t id) {
  const std::lock_guard lock(mutex_);
  asked_ = true;
  changed_.notify_all();
  std::shared_ptr<Followed>& followed = studies_[id];
  if (followed) return followed->topic;
  if (studies_.size() > kMostStudies) {
    studies_.erase(id);
    return nullptr;
  }
  followed = std::make_shared<Followed>(store_, id);
  return followed->topic;
}

void Watcher::forget_unwatched() {
  const Clock::time_point now = Clock::now();
  std::erase_if(studies_, [&](const auto& entry) {
    if (is_watched(*entry.second)) entry.second->turn.watched = now;
    return now - entry.second->turn.watched > kForgotten;
  });
}

void Watcher::work() {
  std::unique_lock lock(mutex_);
  while (!leaving_) {
    forget_unwatched();
    std::vector<std::shared_ptr<Followed>> due;
    const Clock::time_point now = Clock::now();
    for (const auto& [id, followed] : studies_) {
      if (is_watched(*followed) && followed->turn.is_due(now)) due.push_back(followed);
    }
    const bool list_due = is_watched(*list_) && list_->turn.is_due(now);
    lock.unlock();
    bool news = list_due && look_at_list(*list_);
    if (news) on_news_();
    for (const std::shared_ptr<Followed>& followed : due) {
      news = look_at_study(*followed);
      if (news) on_news_();
    }
    lock.lock();
    changed_.wait_for(lock, kPause, [this] { return leaving_ || asked_; });
    asked_ = false;
  }
}

// The list is short, and is read as a whole.
bool Watcher::look_at_list(Listed& listed) const {
  const Clock::duration began = worked();
  try {
    std::vector<ListEntry> entries;
    for (ListedStudy& study : watch_list(store_)) {
      const bool running = study.overview.state == "running";
      const int64_t id = study.id;
      entries.push_back({std::move(study), running ? read_live_state(store_, id) : std::nullopt});
    }
    listed.topic->put(list_content(entries, store_));
    listed.trouble.clear();
  } catch (const std::exception& error) {
    Content content = list_content({}, store_);
    content.parts[1].second = trouble_html(any_message(error));
    content.parts[2].second.clear();
    listed.topic->put(std::move(content));
  }
  listed.turn.took(worked() - began);
  return true;
}

bool Watcher::look_at_study(Followed& followed) const {
  const Clock::duration began = worked();
  bool news = true;
  try {
    const StudyFollower::Came came = followed.follower.follow();
    const int64_t stamp = live_state_stamp(store_, followed.id);
    const bool lively = stamp != std::exchange(followed.live_stamp, stamp);
    const StudyRecord& record = followed.follower.record();
    if (lively) followed.live = read_live_state(store_, followed.id);
    if (record.overview.state != "running") followed.live.reset();
    const bool anew = came == StudyFollower::Came::kAnew;
    if (anew) {
      followed.told = 0;
      followed.map = {};
    }
    if (came != StudyFollower::Came::kNothing || !followed.trouble.empty()) {
      StudyView view(record);
      view.live = true;
      if (view.running()) view.kept_map = &followed.map;
      followed.topic->put(study_content(view, followed.live, followed.told, control_), anew);
      followed.told = record.trials.size();
    } else if (lively) {
      StudyView view(record);
      followed.topic->put_some(live_content(view, followed.live, control_));
    } else {
      news = false;
    }
    followed.trouble.clear();
  } catch (const std::exception& error) {
    news = followed.trouble != any_message(error);
    followed.trouble = any_message(error);
    Content content;
    content.title = "gbho";
    content.parts = {{"trouble", trouble_html(followed.trouble)}};
    if (followed.told == 0 && followed.follower.record().trials.empty()) {
      followed.topic->put(std::move(content));
    } else {
      followed.topic->put_some(std::move(content));
    }
  }
  followed.turn.took(worked() - began);
  return news;
}

}  // namespace gbho::inline internal
