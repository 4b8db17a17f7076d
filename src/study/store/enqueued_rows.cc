#include "study/store/enqueued_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/sha256.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "study/store/rows.h"
#include "study/store/schema.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kRows =
    "SELECT number, lambda, since, work, digest FROM enqueued WHERE study = ? ORDER BY number";

std::string digest_of_row(int64_t number, const std::string& lambda, const std::string& since,
                          const std::optional<int64_t>& work) {
  constexpr size_t kDigits = 32;
  const std::string text =
      fmt::format("{} {} {} {}", number, lambda, since, work ? std::to_string(*work) : "waits");
  return sha256_hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).substr(0, kDigits);
}

std::optional<int64_t> work_of(const Statement& row) {
  return row.is_null(3) ? std::nullopt : std::optional(row.integer(3));
}

bool is_whole(const Statement& row) {
  return row.text(4) == digest_of_row(row.integer(0), row.text(1), row.text(2), work_of(row));
}

}  // namespace

bool has_enqueued(Database& database) {
  constexpr int64_t kFirstWithEnqueued = 3;
  return schema_version(database) >= kFirstWithEnqueued;
}

std::vector<EnqueuedRow> read_enqueued(Database& database, int64_t study) {
  std::vector<EnqueuedRow> rows;
  if (!has_enqueued(database)) return rows;
  Statement row(database, kRows);
  row.bind(study);
  while (row.step()) {
    if (!is_whole(row)) {
      throw DamageError(fmt::format("store '{}': the record of an enqueued λ, number {}, is damaged",
                                    database.path(), row.integer(0) + 1));
    }
    rows.push_back({row.integer(0), numbers_of(row.text(1)), row.text(2), work_of(row)});
  }
  return rows;
}

void write_enqueued(Database& database, int64_t study, const EnqueuedRow& row) {
  const std::string lambda = numbers_text(row.lambda);
  Statement statement(database, "INSERT OR REPLACE INTO enqueued VALUES (?, ?, ?, ?, ?, ?)");
  statement.bind(study).bind(row.number).bind(lambda).bind(row.since);
  if (row.work) {
    statement.bind(*row.work);
  } else {
    statement.bind_null();
  }
  statement.bind(digest_of_row(row.number, lambda, row.since, row.work)).run();
}

// Those that were taken together became trials one after another, the first of them in the piece that is
// named.
std::vector<EnqueuedPoint> read_enqueued_points(Database& database, int64_t study) {
  std::vector<EnqueuedPoint> points;
  std::map<int64_t, int64_t> taken;  // by piece, so far
  for (const EnqueuedRow& row : read_enqueued(database, study)) {
    EnqueuedPoint point{row.lambda, row.since, std::nullopt};
    if (row.work) {
      Statement trial(
          database,
          "SELECT number FROM trial WHERE study = ?1 AND lambda = ?4 AND number = ?3 + "
          "(SELECT min(number) FROM trial INDEXED BY trial_of_work WHERE study = ?1 AND work = ?2)");
      trial.bind(study).bind(*row.work).bind(taken[*row.work]++).bind(numbers_text(row.lambda));
      if (trial.step()) point.trial = trial.integer(0);
    }
    points.push_back(std::move(point));
  }
  return points;
}

int64_t drop_damaged_enqueued(Database& database, int64_t study) {
  int64_t needed = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> damaged;
  {
    Statement row(database, kRows);
    row.bind(study);
    while (row.step()) {
      if (is_whole(row)) continue;
      damaged.push_back(row.integer(0));
      needed = std::min(needed, work_of(row).value_or(needed));
    }
  }
  for (const int64_t number : damaged) {
    log(LogLevel::kWarning,
        fmt::format("the record of an enqueued λ, number {}, is damaged, and dropped", number + 1));
    Statement(database, "DELETE FROM enqueued WHERE study = ? AND number = ?").bind(study).bind(number).run();
  }
  return needed;
}

}  // namespace gbho::inline internal
