#include "study/store/schema.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

// "gbho" in ASCII: tells our files from other SQLite databases.
constexpr int64_t kApplication = 0x6762686f;

// Step k makes version k + 1 of the tables from version k. Released steps are never changed.
constexpr std::array<const char*, kSchemaVersion> kSteps = {R"(
CREATE TABLE study (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  method TEXT NOT NULL,
  seed INTEGER NOT NULL,
  state TEXT NOT NULL,             -- running | interrupted | finished | failed
  message TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,           -- local time
  updated TEXT NOT NULL,
  seconds REAL NOT NULL DEFAULT 0, -- of work
  trials INTEGER NOT NULL DEFAULT 0,
  best REAL,                       -- lowest criterion of a whole trial
  study_file TEXT NOT NULL,        -- TOML
  base_dir TEXT NOT NULL,          -- of relative paths in it
  given TEXT NOT NULL,             -- JSON
  used TEXT NOT NULL,              -- JSON
  space TEXT NOT NULL,             -- JSON
  environment TEXT NOT NULL,       -- JSON
  summary TEXT                     -- JSON, once the run has ended
);
CREATE TABLE work (                -- what a run has done, in order: docs/store.md
  study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  input TEXT NOT NULL,
  phase TEXT NOT NULL,
  partial INTEGER NOT NULL,
  epochs INTEGER NOT NULL,
  continues INTEGER NOT NULL,
  engine TEXT NOT NULL,
  ledger TEXT NOT NULL,            -- JSON: of the whole run, at its end
  seconds REAL NOT NULL,           -- of the whole run, at its end
  result BLOB,                     -- safetensors; large ones are files
  result_file TEXT,                -- by content hash
  state_file TEXT,
  digest TEXT NOT NULL,            -- of all of the above and its trials, files by their hash
  PRIMARY KEY (study, number)
) WITHOUT ROWID;
CREATE TABLE trial (
  study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
  number INTEGER NOT NULL,
  work INTEGER NOT NULL,
  lambda TEXT NOT NULL,            -- JSON
  status INTEGER NOT NULL,
  message TEXT NOT NULL,
  objective REAL,
  train_loss REAL,
  validation_loss REAL,
  validation_accuracy REAL,
  selection_loss REAL,
  gradient TEXT NOT NULL,          -- JSON: envelope gradient
  started TEXT NOT NULL,           -- local time
  finished TEXT NOT NULL,
  PRIMARY KEY (study, number)
) WITHOUT ROWID;
CREATE INDEX trial_of_work ON trial (study, work);
CREATE TABLE iteration (
  study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
  number INTEGER NOT NULL,
  record TEXT NOT NULL,            -- JSON
  PRIMARY KEY (study, number)
) WITHOUT ROWID;
CREATE TABLE under_way (           -- the piece of work that was not finished
  study INTEGER PRIMARY KEY REFERENCES study ON DELETE CASCADE,
  work INTEGER NOT NULL,
  snapshot_file TEXT NOT NULL,
  ledger TEXT NOT NULL,
  seconds REAL NOT NULL
);
CREATE TABLE model (               -- what a finished run leaves
  study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
  role TEXT NOT NULL,              -- joint | consistent | refit
  file TEXT NOT NULL,
  PRIMARY KEY (study, role)
) WITHOUT ROWID;
)",
                                                            R"(
ALTER TABLE study ADD COLUMN series TEXT;          -- the name that the run was to have, where it got a number
ALTER TABLE study ADD COLUMN digest TEXT;          -- of what the study was begun with
ALTER TABLE study ADD COLUMN outcome_digest TEXT;  -- of all that is known of it, once it has finished
CREATE TABLE last_study (id INTEGER NOT NULL);     -- the largest id that was ever given: none is given twice
INSERT INTO last_study SELECT coalesce(max(id), 0) FROM study;
)",
                                                            R"(
CREATE TABLE enqueued (            -- λ that somebody has asked a run to train, in the order in which they came
  study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
  number INTEGER NOT NULL,
  lambda TEXT NOT NULL,            -- JSON
  since TEXT NOT NULL,             -- local time
  work INTEGER,                    -- the piece of work that began with it; NULL while it waits
  digest TEXT NOT NULL,            -- of all of the above
  PRIMARY KEY (study, number)
) WITHOUT ROWID;
)"};

// SQLite would take some of these, and wait for ever or keep nothing.
void refuse_what_is_no_file(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty() || path == ":memory:") {
    throw StoreError(fmt::format("store '{}': keeps nothing; give --store the name of a file", path));
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) {
    throw StoreError(fmt::format("store '{}': is a folder; give --store a file in it", path));
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw StoreError(
        fmt::format("store '{}': is a device or a pipe, not a file; give --store another file", path));
  }
}

bool is_new(Database& database) {
  return database.number("SELECT count(*) FROM sqlite_master") == 0;
}

void refuse_strangers(Database& database) {
  const int64_t application = database.number("PRAGMA application_id");
  if (application == 0 && is_new(database)) return;  // whoever was making it was ended
  if (application != kApplication) {
    throw StoreError(
        fmt::format("store '{}': a database of another program; give --store another file", database.path()));
  }
  const int64_t version = database.number("PRAGMA user_version");
  if (version > kSchemaVersion) {
    throw StoreError(fmt::format(
        "store '{}': written by a newer gbho (tables {}, this one knows {}); it was left as it is: update "
        "gbho, or give --store another file",
        database.path(), version, kSchemaVersion));
  }
}

void bring_up_to_date(Database& database) {
  if (schema_version(database) == kSchemaVersion) return;
  Transaction transaction(database);
  // Another process may have been first.
  const int64_t version = database.number("PRAGMA user_version");
  for (int64_t step = version; step < kSchemaVersion; ++step) database.run(kSteps[static_cast<size_t>(step)]);
  database.run(fmt::format("PRAGMA application_id = {}", kApplication));
  database.run(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
  transaction.commit();
}

}  // namespace

int64_t schema_version(Database& database) {
  return is_new(database) ? 0 : database.number("PRAGMA user_version");
}

Database open_to_write(const std::string& path, int patience_milliseconds) {
  refuse_what_is_no_file(path);
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw StoreError(fmt::format("store '{}': cannot create its folder: {}; give --store another file", path,
                                 error.message()));
  }
  Database database(path, Database::Mode::kWrite, patience_milliseconds);
  refuse_strangers(database);
  // Readers never wait for the writer; a commit is on the disk when it returns.
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = FULL");
  database.run("PRAGMA foreign_keys = ON");
  bring_up_to_date(database);
  return database;
}

Database open_to_read(const std::string& path, int patience_milliseconds) {
  refuse_what_is_no_file(path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw StoreError(fmt::format("store '{}': there is no such file; `gbho tune` makes one", path));
  }
  Database database(path, Database::Mode::kRead, patience_milliseconds);
  refuse_strangers(database);
  return database;
}

}  // namespace gbho::inline internal
