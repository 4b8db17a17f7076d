#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/local_time.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/study/store.h"
#include "study/store/block_spreads.h"
#include "study/store/find_study.h"
#include "study/store/read_work.h"
#include "study/store/rows.h"
#include "study/store/schema.h"
#include "study/store/study_digest.h"
#include "study/store/study_lock.h"
#include "study/store/weight_files.h"

namespace gbho {
namespace {

constexpr const char* kOverviewColumns =
    "id, name, method, seed, state, created, updated, trials, best, seconds";

StudyOverview read_overview(const std::string& store, const Statement& row) {
  StudyOverview overview;
  overview.name = row.text(1);
  overview.method = row.text(2);
  overview.seed = static_cast<uint64_t>(row.integer(3));
  overview.state = row.text(4);
  // Nobody runs it: its process was ended from outside.
  if (overview.state == "running" && !StudyLock::is_held(store, row.integer(0)))
    overview.state = "interrupted";
  overview.created = row.text(5);
  overview.updated = row.text(6);
  overview.trials = row.integer(7);
  overview.best_criterion = row.real(8);
  overview.seconds = row.real(9);
  return overview;
}

struct PieceFacts {
  std::string phase;
  bool partial = false;
  int64_t epochs = 0;
  Ledger ledger;
  double seconds = 0;  // of the run, at its end
  double took = 0;
};

std::map<int64_t, PieceFacts> read_pieces(Database& database, int64_t study) {
  std::map<int64_t, PieceFacts> pieces;
  Statement row(database,
                "SELECT number, phase, partial, epochs, ledger, seconds FROM work WHERE study = ? "
                "ORDER BY number");
  row.bind(study);
  double before = 0;
  while (row.step()) {
    const double seconds = row.real(5);
    pieces[row.integer(0)] = {row.text(1), row.integer(2) != 0, row.integer(3), ledger_of(row.text(4)),
                              seconds,     seconds - before};
    before = seconds;
  }
  return pieces;
}

// Stores of version 0.1.0 have starts that were taken too late, and a clock may be set back: then the start
// is as long before the end as the piece of work took.
void repair_start(double took, Trial& trial) {
  constexpr double kMicroseconds = 1e6;
  const auto started = local_microseconds(trial.started);
  const auto finished = local_microseconds(trial.finished);
  if (!finished || (started && *started <= *finished)) return;
  trial.started = local_time_text(*finished - std::llround(kMicroseconds * std::max(0.0, took)));
}

std::vector<Trial> read_trials(Database& database, int64_t study) {
  const std::map<int64_t, PieceFacts> pieces = read_pieces(database, study);
  std::vector<Trial> trials;
  constexpr int kFirst = 2;  // column of the evaluation
  Statement row(
      database,
      fmt::format("SELECT number, work, {}, started, finished FROM trial WHERE study = ? ORDER BY number",
                  kEvaluationColumns));
  row.bind(study);
  while (row.step()) {
    Trial trial;
    trial.number = row.integer(0);
    const auto piece = pieces.find(row.integer(1));
    if (piece != pieces.end()) {
      trial.phase = piece->second.phase;
      trial.partial = piece->second.partial;
      trial.epochs = piece->second.epochs;
      trial.spent = piece->second.ledger;
      trial.seconds = piece->second.seconds;
    }
    trial.evaluation = evaluation_of(row, kFirst);
    trial.started = row.text(kFirst + kEvaluationColumnCount);
    trial.finished = row.text(kFirst + kEvaluationColumnCount + 1);
    repair_start(piece != pieces.end() ? piece->second.took : 0, trial);
    trials.push_back(std::move(trial));
  }
  return trials;
}

std::vector<Iteration> read_iterations(Database& database, int64_t study) {
  std::vector<Iteration> iterations;
  Statement row(database, "SELECT record FROM iteration WHERE study = ? ORDER BY number");
  row.bind(study);
  while (row.step()) iterations.push_back(iteration_of(row.text(0)));
  return iterations;
}

// λ* is a file beside the rows where it is long.
std::vector<BlockSpread> read_blocks(Database& database, const std::string& store, int64_t study,
                                     const std::vector<Dimension>& space) {
  Statement row(database, "SELECT file FROM model WHERE study = ? AND role = 'lambda'");
  row.bind(study);
  if (!row.step()) return {};
  try {
    return block_spreads(WeightFiles(store, study).read(row.text(0)), space);
  } catch (const StoreError& error) {  // all else can be shown
    log(LogLevel::kWarning, error.what());
    return {};
  }
}

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
  Statement row(database, fmt::format("SELECT {} FROM study ORDER BY id DESC", kOverviewColumns));
  while (row.step()) studies.push_back(read_overview(store, row));
  return studies;
}

StudyRecord read_record(const std::string& store, const std::string& name) {
  Database database = open_to_read(store);
  // All of it as it stood at one moment.
  database.run("BEGIN");
  const FoundStudy found = require_latest_run(database, name);
  require_whole(database, found, store);
  StudyRecord record;
  Statement row(database,
                fmt::format("SELECT {}, message, study_file, given, used, environment, space, summary "
                            "FROM study WHERE id = ?",
                            kOverviewColumns));
  row.bind(found.id);
  row.step();
  record.overview = read_overview(store, row);
  record.message = row.text(10);
  record.study_file = row.text(11);
  record.given = row.text(12);
  record.used = row.text(13);
  record.environment = row.text(14);
  record.space = space_of(row.text(15));
  record.summary = row.text(16);
  record.blocks = read_blocks(database, store, found.id, record.space);
  record.trials = read_trials(database, found.id);
  record.iterations = read_iterations(database, found.id);
  return record;
}

}  // namespace gbho
