#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/record/study_record.h"
#include "study/store/read_rows.h"

// What those who watch a store read, again and again: what has come since, and nothing twice. The file is
// opened for reading, and closed again, each time: a store that is replaced, or goes away and comes back,
// needs nothing special, and no reader is in the way of a run.

namespace gbho::inline internal {

/// Two are equal as long as nothing was committed to a store.
struct StoreStamp {
  int64_t device = 0;
  int64_t file = 0;  ///< 0: there is none
  int64_t size = 0;
  int64_t changed = 0;
  int64_t log_size = 0;
  int64_t log_changed = 0;

  bool operator==(const StoreStamp&) const = default;
};
StoreStamp store_stamp(const std::string& store);

/// As list_studies, with their numbers. Waits a moment for a store that is locked. Throws StoreError.
std::vector<ListedStudy> watch_list(const std::string& store);

/// A study that is read as it grows.
class StudyFollower {
 public:
  enum class Came { kNothing, kMore, kAnew };

  StudyFollower(std::string store, int64_t study) : store_(std::move(store)), study_(study) {}

  /// Anew: what was read before is no longer true, as after `gbho tune --replace`. Throws StoreError;
  /// DamageError for what is not as it was written. A later call tries again.
  Came follow();
  const StudyRecord& record() const { return record_; }

 private:
  void check(Database& database);

  std::string store_;
  int64_t study_;
  StudyRecord record_;
  std::optional<StoreStamp> seen_;
  int64_t pieces_ = 0;  ///< that were found whole
  bool origin_whole_ = false;
  bool ended_ = false;  ///< and all of it was found whole
};

}  // namespace gbho::inline internal
