#include "gbho/study/stored_study.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "gbho/base/blas.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/base/version.h"
#include "gbho/nn/kernels.h"
#include "gbho/record/summary_json.h"
#include "gbho/study/model_file.h"
#include "gbho/study/run.h"
#include "gbho/train/device.h"
#include "study/store/find_study.h"
#include "study/store/rows.h"
#include "study/store/schema.h"
#include "study/store/store_journal.h"
#include "study/store/study_command.h"
#include "study/store/study_digest.h"
#include "study/store/study_lock.h"
#include "study/store/weight_files.h"

namespace gbho {
namespace {

// Where the study ran, for the record; the result does not depend on it.
std::string environment_text(const PreparedStudy& prepared) {
  const BlasInfo blas = detect_blas();
  const Runtime& runtime = prepared.study.options.runtime;
  const nlohmann::ordered_json environment = {{"version", version()},
                                              {"libtorch", libtorch_version()},
                                              {"blas", blas.library},
                                              {"kernels", kernel_name()},
                                              {"device", runtime.device},
                                              {"threads", runtime.thread_count()},
                                              {"data", prepared.data.name},
                                              {"data_checksum", prepared.data.checksum},
                                              {"seed_streams", prepared.method->seed_streams()}};
  return environment.dump();
}

// An id is never given twice: whoever still removes what a study has left must not meet another one's files.
int64_t next_id(Database& database) {
  database.run("UPDATE last_study SET id = max(id, (SELECT coalesce(max(id), 0) FROM study)) + 1");
  return database.number("SELECT id FROM last_study");
}

/// `series`: the name that it was to have, where it got another.
int64_t insert_study(Database& database, const std::string& name, const std::string& series,
                     const PreparedStudy& prepared) {
  const int64_t id = next_id(database);
  const Study& study = prepared.study;
  Statement row(
      database,
      "INSERT INTO study (id, name, method, seed, state, created, updated, study_file, base_dir, given, "
      "used, space, environment, series) VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const std::string now = local_time();
  row.bind(id).bind(name).bind(study.options.method).bind(study.options.seed).bind(now).bind(now);
  row.bind(study.file).bind(study.options.data.base_dir).bind(study.given).bind(used_json(study.options));
  row.bind(space_text(prepared.problem.box.dimensions())).bind(environment_text(prepared));
  if (series == name) {
    row.bind_null();
  } else {
    row.bind(series);
  }
  row.run();
  Statement(database, "UPDATE study SET digest = ? WHERE id = ?")
      .bind(origin_digest(database, id))
      .bind(id)
      .run();
  return id;
}

[[noreturn]] void refuse_name(Database& database, const FoundStudy& taken) {
  const std::string command = study_command("resume", name_to_find(database, taken), database.path());
  const char* resumed = taken.state == "finished" ? "gives its result again" : "goes on with it";
  const std::string advice =
      taken.state == "failed" ? "" : fmt::format("`{}` {}; ", command, resumed);  // it would fail again
  throw StoreError(
      fmt::format("store '{}' has a study '{}' already ({}): {}give the new one another name with --name, or "
                  "write over the old one with --replace",
                  database.path(), taken.name, taken.state, advice));
}

std::string free_name(Database& database, const std::string& name) {
  std::string candidate = name;
  for (int64_t number = 2; find_study(database, candidate); ++number) {
    candidate = fmt::format("{}-{}", name, number);
  }
  return candidate;
}

}  // namespace

struct StoredStudy::Parts {
  std::string store;
  std::string name;
  std::string name_to_find;
  Database database;
  int64_t id;
  std::unique_ptr<StudyLock> lock;
  WeightFiles files;
  StoreJournal journal;

  Parts(const std::string& store_path, const FoundStudy& study, Database open_database,
        std::unique_ptr<StudyLock> held)
      : store(store_path),
        name(study.name),
        name_to_find(internal::name_to_find(open_database, study)),
        database(std::move(open_database)),
        id(study.id),
        lock(std::move(held)),
        files(store_path, study.id),
        journal(database, study.id, files, name_to_find) {}

  std::string text(const std::string& column) {
    Statement row(database, fmt::format("SELECT {} FROM study WHERE id = ?", column));
    row.bind(id);
    return row.step() ? row.text(0) : "";
  }

  std::map<std::string, std::string> models() {
    std::map<std::string, std::string> contents;
    Statement row(database, "SELECT role, file FROM model WHERE study = ?");
    row.bind(id);
    while (row.step()) contents[row.text(0)] = files.read(row.text(1));
    return contents;
  }

  bool is_whole() {
    try {
      models();
      return soundness(database, id) == Soundness::kSound;
    } catch (const DamageError&) {
      return false;
    }
  }
};

StoredStudy::StoredStudy(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
StoredStudy::StoredStudy(StoredStudy&& other) noexcept = default;
StoredStudy::~StoredStudy() = default;

StoredStudy StoredStudy::begin(const std::string& store, const std::string& name,
                               const PreparedStudy& prepared, WhenTaken when_taken) {
  Database database = open_to_write(store);
  if (when_taken == WhenTaken::kReplace && find_study(database, name)) remove_study(store, name);
  Transaction transaction(database);
  std::string own = name;
  if (when_taken == WhenTaken::kNumber) own = free_name(database, name);
  if (const std::optional<FoundStudy> taken = find_study(database, own)) refuse_name(database, *taken);
  const int64_t id = insert_study(database, own, name, prepared);
  // Before it is committed: a study that could not be locked would be left behind.
  auto lock = std::make_unique<StudyLock>(store, id, own);
  WeightFiles(store, id).remove_all();  // of another store that was here once
  transaction.commit();
  return StoredStudy(
      std::make_unique<Parts>(store, FoundStudy{id, own, "running"}, std::move(database), std::move(lock)));
}

StoredStudy StoredStudy::open(const std::string& store, const std::string& name) {
  const FoundStudy found = [&] {
    Database reader = open_to_read(store);  // does not make a file where there is none
    return require_latest_run(reader, name);
  }();
  auto lock = std::make_unique<StudyLock>(store, found.id, name);
  auto parts = std::make_unique<Parts>(store, found, open_to_write(store), std::move(lock));
  Statement check(parts->database, "PRAGMA quick_check(1)");
  if (check.step() && check.text(0) != "ok") {
    throw StoreError(
        fmt::format("store '{}': the file is damaged ({}); restore it from a copy, or save what is "
                    "readable: sqlite3 FILE .recover",
                    store, check.text(0)));
  }
  return StoredStudy(std::move(parts));
}

const std::string& StoredStudy::name() const {
  return parts_->name;
}

Study StoredStudy::study() const {
  return parse_study(parts_->text("study_file"), "study '" + parts_->name + "'", parts_->text("base_dir"));
}

void StoredStudy::check(const PreparedStudy& prepared) const {
  const auto environment = nlohmann::json::parse(parts_->text("environment"), nullptr, false);
  const std::string checksum = environment.is_object() ? environment.value("data_checksum", "") : "";
  if (checksum != prepared.data.checksum) {
    throw DataError(
        fmt::format("data of study '{0}': not what it began with (checksum {1}, then {2}); bring the old "
                    "data back, or begin "
                    "again with gbho tune --replace",
                    parts_->name, prepared.data.checksum.substr(0, 12), checksum.substr(0, 12)));
  }
  if (parts_->text("used") != used_json(prepared.study.options)) {
    throw StoreError(
        fmt::format("study '{}': this gbho has other defaults than the one that began it; go on with that "
                    "version ({}), or "
                    "begin again with gbho tune --replace",
                    parts_->name, environment.is_object() ? environment.value("version", "?") : "?"));
  }
}

std::optional<Summary> StoredStudy::summary() const {
  require_sound(parts_->database, parts_->id, parts_->name_to_find, parts_->store);
  const std::string json = parts_->text("summary");
  if (json.empty()) return std::nullopt;
  return summary_from_json(json);
}

std::map<std::string, std::string> StoredStudy::models() const {
  try {
    return parts_->models();
  } catch (const DamageError& error) {
    throw with_remedy(error, parts_->name_to_find, parts_->store);
  }
}

Journal& StoredStudy::journal() {
  Statement(parts_->database, "UPDATE study SET state = 'running', message = '' WHERE id = ?")
      .bind(parts_->id)
      .run();
  parts_->journal.open_to_watchers();
  return parts_->journal;
}

void StoredStudy::note(const Iteration& record) {
  parts_->journal.iteration(record);
}

void StoredStudy::set_pace(double seconds) {
  check_number("pace", seconds, seconds >= 0, "a number of seconds, 0 or more");
  parts_->journal.set_pace(seconds);
}

void StoredStudy::leave(const std::string& state, const std::string& message) {
  parts_->journal.close_to_watchers();
  parts_->journal.flush();
  Statement(parts_->database, "UPDATE study SET state = ?, message = ?, updated = ? WHERE id = ?")
      .bind(state)
      .bind(message)
      .bind(local_time())
      .bind(parts_->id)
      .run();
}

void StoredStudy::finish(const Result& result) {
  const Summary& summary = result.summary;
  Database& database = parts_->database;
  parts_->journal.close_to_watchers();
  parts_->journal.settle();
  Transaction transaction(database);
  parts_->journal.record_rest();
  std::set<std::string> kept;
  for (const auto& [role, content] : model_files(result)) {
    const std::string file = parts_->files.write(content);
    Statement(database, "INSERT OR REPLACE INTO model VALUES (?, ?, ?)")
        .bind(parts_->id)
        .bind(role)
        .bind(file)
        .run();
    kept.insert(file);
  }
  parts_->files.sync();
  Statement(database, "DELETE FROM under_way WHERE study = ?").bind(parts_->id).run();
  Statement(database, "UPDATE work SET state_file = NULL, result_file = NULL WHERE study = ?")
      .bind(parts_->id)
      .run();
  Statement(
      database,
      "UPDATE study SET state = 'finished', message = ?, summary = ?, seconds = ?, updated = ? WHERE id = ?")
      .bind(summary.message)
      .bind(summary_json(summary))
      .bind(summary.seconds)
      .bind(local_time())
      .bind(parts_->id)
      .run();
  Statement(database, "UPDATE study SET outcome_digest = ? WHERE id = ?")
      .bind(outcome_digest(database, parts_->id))
      .bind(parts_->id)
      .run();
  transaction.commit();
  parts_->files.keep_only(kept);
}

int64_t StoredStudy::rebuild() {
  if (parts_->text("summary").empty()) return parts_->journal.drop_damaged();
  if (!parts_->is_whole()) {
    // When it finished, the way there was cleared away.
    log(LogLevel::kWarning,
        fmt::format("study '{}' had finished and is damaged: all of it is done again", parts_->name));
    parts_->journal.forget_all();
  }
  return parts_->journal.known();
}

void remove_study(const std::string& store, const std::string& name) {
  const int64_t id = [&] {
    Database reader = open_to_read(store);
    return require_study(reader, name).id;
  }();
  Database database = open_to_write(store);
  const StudyLock lock(store, id, name);
  Statement(database, "DELETE FROM study WHERE id = ?").bind(id).run();
  WeightFiles(store, id).remove_all();
  forget_live_state(store, id);
}

}  // namespace gbho
