#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/record/study_record.h"
#include "study/store/database.h"

// λ that somebody has asked the run of a study to train (docs/store.md). Whoever asks adds a row, at any
// time; the run writes into it before which piece of its work it took it. So a resumed run takes it at the
// same place.

namespace gbho::inline internal {

struct EnqueuedRow {
  int64_t number = 0;  ///< in the order in which they came
  std::vector<double> lambda;
  std::string since;            ///< local time
  std::optional<int64_t> work;  ///< the piece that began with it; nothing while it waits
};

/// Stores of older versions have no table of them.
bool has_enqueued(Database& database);
/// Throws DamageError.
std::vector<EnqueuedRow> read_enqueued(Database& database, int64_t study);
/// A row that is new, or one that has changed.
void write_enqueued(Database& database, int64_t study, const EnqueuedRow& row);
/// As records have them, with what became of them.
std::vector<EnqueuedPoint> read_enqueued_points(Database& database, int64_t study);
/// Drops rows that are not as they were written; returns the first piece of work that needs one of them.
int64_t drop_damaged_enqueued(Database& database, int64_t study);

}  // namespace gbho::inline internal
