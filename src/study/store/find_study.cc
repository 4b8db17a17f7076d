#include "study/store/find_study.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/text.h"
#include "gbho/base/error.h"
#include "study/store/schema.h"

namespace gbho::inline internal {
namespace {

constexpr std::string_view kFirstRun = "-1";

std::optional<FoundStudy> first_row(Statement& row) {
  if (!row.step()) return std::nullopt;
  return FoundStudy{row.integer(0), row.text(1), row.text(2)};
}

[[noreturn]] void refuse_unknown(Database& database, const std::string& name) {
  std::vector<std::string> names;
  if (schema_version(database) > 0) {
    Statement row(database, "SELECT name FROM study ORDER BY id DESC");
    while (row.step()) names.push_back(row.text(0));
  }
  throw StoreError(fmt::format("store '{}' has no study '{}'{}; `gbho studies` lists them", database.path(),
                               name, did_you_mean(name, names)));
}

}  // namespace

std::optional<FoundStudy> find_study(Database& database, const std::string& name) {
  if (schema_version(database) == 0) return std::nullopt;
  Statement row(database, "SELECT id, name, state FROM study WHERE name = ?");
  row.bind(name);
  return first_row(row);
}

std::optional<FoundStudy> find_latest_run(Database& database, const std::string& name) {
  constexpr int64_t kFirstWithSeries = 2;
  if (schema_version(database) < kFirstWithSeries) return find_study(database, name);
  Statement row(database,
                "SELECT id, name, state FROM study WHERE name = ?1 OR series = ?1 ORDER BY id DESC LIMIT 1");
  row.bind(name);
  if (std::optional<FoundStudy> found = first_row(row)) return found;
  if (!name.ends_with(kFirstRun)) return std::nullopt;
  return find_study(database, name.substr(0, name.size() - kFirstRun.size()));
}

std::string name_to_find(Database& database, const FoundStudy& study) {
  const std::optional<FoundStudy> latest = find_latest_run(database, study.name);
  return latest && latest->id == study.id ? study.name : study.name + std::string(kFirstRun);
}

FoundStudy require_study(Database& database, const std::string& name) {
  if (std::optional<FoundStudy> found = find_study(database, name)) return *found;
  refuse_unknown(database, name);
}

FoundStudy require_latest_run(Database& database, const std::string& name) {
  if (std::optional<FoundStudy> found = find_latest_run(database, name)) return *found;
  refuse_unknown(database, name);
}

}  // namespace gbho::inline internal
