#include "gbho/study/stored_study.h"

#include <fmt/format.h>
#include <torch/version.h>

#include <nlohmann/json.hpp>

#include "gbho/base/blas.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/nn/kernels.h"
#include "study/model_file.h"
#include "study/store/find_study.h"
#include "study/store/rows.h"
#include "study/store/schema.h"
#include "study/store/store_journal.h"
#include "study/store/study_lock.h"
#include "study/store/weight_files.h"

namespace gbho {
namespace {

// Where the study ran, for the record; the result does not depend on it.
std::string environment_text(const PreparedStudy& prepared) {
  const BlasInfo blas = detect_blas();
  const Runtime& runtime = prepared.study.options.runtime;
  const nlohmann::ordered_json environment = {{"version", version()},
                                              {"libtorch", TORCH_VERSION},
                                              {"blas", blas.library},
                                              {"kernels", kernel_name()},
                                              {"device", runtime.device},
                                              {"threads", runtime.thread_count()},
                                              {"data", prepared.data.name},
                                              {"data_checksum", prepared.data.checksum},
                                              {"seed_streams", prepared.method->seed_streams()}};
  return environment.dump();
}

int64_t insert_study(Database& database, const std::string& name, const PreparedStudy& prepared) {
  const Study& study = prepared.study;
  Statement row(
      database,
      "INSERT INTO study (name, method, seed, state, created, updated, study_file, base_dir, given, "
      "used, space, environment) VALUES (?, ?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?)");
  const std::string now = local_time();
  row.bind(name).bind(study.options.method).bind(study.options.seed).bind(now).bind(now);
  row.bind(study.file).bind(study.options.data.base_dir).bind(study.given).bind(used_json(study.options));
  row.bind(space_text(prepared.problem.box.dimensions())).bind(environment_text(prepared)).run();
  return database.number("SELECT last_insert_rowid()");
}

[[noreturn]] void refuse_name(const std::string& store, const std::string& name, const std::string& state) {
  const char* resumed = state == "finished" ? "gives its result again" : "goes on with it";
  throw StoreError(
      fmt::format("store '{0}' has a study '{1}' already ({2}): `gbho resume {1} --store {0}` {3}; give the "
                  "new one another "
                  "name with --name, or write over the old one with --replace",
                  store, name, state, resumed));
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
  Database database;
  int64_t id;
  StudyLock lock;
  WeightFiles files;
  StoreJournal journal;

  Parts(const std::string& store_path, const std::string& study, Database open_database, int64_t study_id)
      : store(store_path),
        name(study),
        database(std::move(open_database)),
        id(study_id),
        lock(store_path, study_id, study),
        files(store_path, study_id),
        journal(database, study_id, files) {}

  std::string text(const std::string& column) {
    Statement row(database, fmt::format("SELECT {} FROM study WHERE id = ?", column));
    row.bind(id);
    return row.step() ? row.text(0) : "";
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
  if (const std::optional<FoundStudy> found = find_study(database, own))
    refuse_name(store, own, found->state);
  const int64_t id = insert_study(database, own, prepared);
  transaction.commit();
  // Left over where a study of this number was removed while the machine failed.
  WeightFiles(store, id).remove_all();
  return StoredStudy(std::make_unique<Parts>(store, own, std::move(database), id));
}

StoredStudy StoredStudy::open(const std::string& store, const std::string& name) {
  const int64_t id = [&] {
    Database reader = open_to_read(store);  // does not make a file where there is none
    return require_study(reader, name).id;
  }();
  auto parts = std::make_unique<Parts>(store, name, open_to_write(store), id);
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

std::string StoredStudy::summary() const {
  return parts_->text("summary");
}

std::map<std::string, std::string> StoredStudy::models() const {
  std::map<std::string, std::string> models;
  Statement row(parts_->database, "SELECT role, file FROM model WHERE study = ?");
  row.bind(parts_->id);
  while (row.step()) models[row.text(0)] = parts_->files.read(row.text(1));
  return models;
}

Journal& StoredStudy::journal() {
  Statement(parts_->database, "UPDATE study SET state = 'running', message = '' WHERE id = ?")
      .bind(parts_->id)
      .run();
  return parts_->journal;
}

void StoredStudy::set_pace(double seconds) {
  parts_->journal.set_pace(seconds);
}

void StoredStudy::leave(const std::string& state, const std::string& message) {
  parts_->journal.flush();
  Statement(parts_->database, "UPDATE study SET state = ?, message = ?, updated = ? WHERE id = ?")
      .bind(state)
      .bind(message)
      .bind(local_time())
      .bind(parts_->id)
      .run();
}

void StoredStudy::finish(const Summary& summary, const std::string& json) {
  Database& database = parts_->database;
  parts_->journal.settle();
  Transaction transaction(database);
  parts_->journal.record_rest();
  std::set<std::string> kept;
  for (const auto& [role, content] : model_files(summary)) {
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
      .bind(json)
      .bind(summary.seconds)
      .bind(local_time())
      .bind(parts_->id)
      .run();
  transaction.commit();
  parts_->files.keep_only(kept);
}

int64_t StoredStudy::rebuild() {
  return parts_->journal.drop_damaged();
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
}

}  // namespace gbho
