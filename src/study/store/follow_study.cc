#include "study/store/follow_study.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "gbho/base/error.h"
#include "study/store/find_study.h"
#include "study/store/read_work.h"
#include "study/store/schema.h"
#include "study/store/study_digest.h"
#include "study/store/study_lock.h"

namespace gbho::inline internal {
namespace {

// A commit takes milliseconds; whoever locks the file for longer is told of, and tried again.
constexpr int kPatienceMilliseconds = 300;

int64_t changed_at(const struct stat& facts) {
  constexpr int64_t kNanoseconds = 1000000000;
  return facts.st_mtim.tv_sec * kNanoseconds + facts.st_mtim.tv_nsec;
}

// Times of files have ticks: what is written in the tick in which it was read would go unseen.
bool is_settled(const StoreStamp& stamp) {
  constexpr double kTick = 1e9;
  using std::chrono::nanoseconds;
  const auto now =
      std::chrono::duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
  const int64_t changed = std::max(stamp.changed, stamp.log_changed);
  return std::abs(static_cast<double>(now.count() - changed)) > kTick;
}

FoundStudy require_id(Database& database, int64_t study) {
  if (schema_version(database) > 0) {
    Statement row(database, "SELECT id, name, state FROM study WHERE id = ?");
    row.bind(study);
    if (row.step()) return {row.integer(0), row.text(1), row.text(2)};
  }
  throw StoreError(fmt::format("store '{}' no longer has this study", database.path()));
}

}  // namespace

StoreStamp store_stamp(const std::string& store) {
  StoreStamp stamp;
  struct stat facts {};
  if (stat(store.c_str(), &facts) != 0) return stamp;
  stamp.device = static_cast<int64_t>(facts.st_dev);
  stamp.file = static_cast<int64_t>(facts.st_ino);
  stamp.size = facts.st_size;
  stamp.changed = changed_at(facts);
  if (stat((store + "-wal").c_str(), &facts) == 0) {
    stamp.log_size = facts.st_size;
    stamp.log_changed = changed_at(facts);
  }
  return stamp;
}

std::vector<ListedStudy> watch_list(const std::string& store) {
  std::error_code error;
  if (!std::filesystem::exists(store, error)) return {};
  Database database = open_to_read(store, kPatienceMilliseconds);
  if (schema_version(database) == 0) return {};
  return read_list(database);
}

// What is new, against the digests that were written with it.
void StudyFollower::check(Database& database) {
  const FoundStudy found = require_id(database, study_);
  const std::string name = name_to_find(database, found);
  const bool ends = found.state == "finished" && !ended_;
  if (!origin_whole_ || ends) require_sound(database, study_, name, store_);
  origin_whole_ = true;
  ended_ = found.state == "finished";
  if (ended_) return;  // its pieces have lost what they were made of
  const int64_t count = database.number(fmt::format("SELECT count(*) FROM work WHERE study = {}", study_));
  try {
    for (; pieces_ < count; ++pieces_) read_work(database, study_, pieces_);
  } catch (const DamageError& error) {
    throw with_remedy(error, name, store_);
  }
}

StudyFollower::Came StudyFollower::follow() {
  const StoreStamp stamp = store_stamp(store_);
  if (stamp == seen_) {
    // A process that was ended from outside leaves no other trace.
    if (record_.overview.state != "running" || StudyLock::is_held(store_, study_)) return Came::kNothing;
    record_.overview.state = "interrupted";
    return Came::kMore;
  }
  Database database = open_to_read(store_, kPatienceMilliseconds);
  database.run("BEGIN");  // all of it as it stood at one moment
  require_id(database, study_);
  StudyRecord before;
  before.overview = record_.overview;
  before.message = record_.message;
  before.summary = record_.summary;
  const std::vector<EnqueuedPoint> enqueued = record_.enqueued;
  StudyRecord next;
  read_head(database, study_, next);
  const bool anew = next.overview.created != record_.overview.created ||
                    next.overview.trials < static_cast<int64_t>(record_.trials.size());
  if (anew) {
    record_ = {};
    pieces_ = 0;
    origin_whole_ = ended_ = false;
  }
  check(database);
  next.trials = std::move(record_.trials);
  next.iterations = std::move(record_.iterations);
  record_ = std::move(next);
  const size_t trials = record_.trials.size();
  const size_t iterations = record_.iterations.size();
  read_new_trials(database, study_, record_.trials);
  read_new_iterations(database, study_, record_.iterations);
  seen_ = is_settled(stamp) ? std::optional(stamp) : std::nullopt;
  if (anew) return Came::kAnew;
  const bool same = record_.trials.size() == trials && record_.iterations.size() == iterations &&
                    record_.overview.updated == before.overview.updated &&
                    record_.overview.state == before.overview.state && record_.message == before.message &&
                    record_.enqueued == enqueued && record_.summary == before.summary;
  return same ? Came::kNothing : Came::kMore;  // another study of the store has grown
}

}  // namespace gbho::inline internal
