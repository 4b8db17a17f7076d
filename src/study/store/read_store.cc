#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "study/store/find_study.h"
#include "study/store/read_rows.h"
#include "study/store/read_work.h"
#include "study/store/rows.h"
#include "study/store/schema.h"
#include "study/store/study_digest.h"

namespace gbho {
namespace {

// A reader would show what is damaged as if it were true.
void require_whole(Database& database, const FoundStudy& study, const std::string& store) {
  const std::string name = name_to_find(database, study);
  require_sound(database, study.id, name, store);
  // Of a finished study the digest of the whole tells; its pieces have lost what they were made of.
  if (study.state == "finished") return;
  const int64_t pieces = database.number(fmt::format("SELECT count(*) FROM work WHERE study = {}", study.id));
  try {
    for (int64_t number = 0; number < pieces; ++number) read_work(database, study.id, number);
  } catch (const DamageError& error) {
    throw with_remedy(error, name, store);
  }
}

}  // namespace

std::string default_store() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  // The specification has relative paths ignored.
  if (data != nullptr && std::filesystem::path(data).is_absolute()) {
    return std::string(data) + "/gbho/studies.db";
  }
  if (home == nullptr || *home == '\0') {
    throw StoreError("there is no HOME to keep studies in; give --store a file, or set XDG_DATA_HOME");
  }
  return std::string(home) + "/.local/share/gbho/studies.db";
}

std::vector<StudyOverview> list_studies(const std::string& store) {
  std::error_code error;
  if (!std::filesystem::exists(store, error)) return {};
  Database database = open_to_read(store);
  if (schema_version(database) == 0) return {};
  std::vector<StudyOverview> studies;
  for (ListedStudy& study : read_list(database)) studies.push_back(std::move(study.overview));
  return studies;
}

StudyRecord read_record(const std::string& store, const std::string& name) {
  Database database = open_to_read(store);
  // All of it as it stood at one moment.
  database.run("BEGIN");
  const FoundStudy found = require_latest_run(database, name);
  require_whole(database, found, store);
  StudyRecord record;
  read_head(database, found.id, record);
  read_new_trials(database, found.id, record.trials);
  read_new_iterations(database, found.id, record.iterations);
  return record;
}

}  // namespace gbho
