#include "study/store/read_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/local_time.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "study/store/block_spreads.h"
#include "study/store/enqueued_rows.h"
#include "study/store/rows.h"
#include "study/store/study_lock.h"
#include "study/store/weight_files.h"

namespace gbho::inline internal {
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

// From the piece before `first` on, for what that one took is known by the one before it.
std::map<int64_t, PieceFacts> read_pieces(Database& database, int64_t study, int64_t first) {
  std::map<int64_t, PieceFacts> pieces;
  Statement row(database,
                "SELECT number, phase, partial, epochs, ledger, seconds FROM work WHERE study = ? AND "
                "number >= ? ORDER BY number");
  row.bind(study).bind(first - 1);
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

// λ* is a file beside the rows where it is long.
std::vector<BlockSpread> read_blocks(Database& database, int64_t study, const std::vector<Dimension>& space) {
  Statement row(database, "SELECT file FROM model WHERE study = ? AND role = 'lambda'");
  row.bind(study);
  if (!row.step()) return {};
  try {
    return block_spreads(WeightFiles(database.path(), study).read(row.text(0)), space);
  } catch (const StoreError& error) {  // all else can be shown
    log(LogLevel::kWarning, error.what());
    return {};
  }
}

}  // namespace

std::vector<ListedStudy> read_list(Database& database) {
  std::vector<ListedStudy> studies;
  Statement row(database, fmt::format("SELECT {} FROM study ORDER BY id DESC", kOverviewColumns));
  while (row.step()) studies.push_back({row.integer(0), read_overview(database.path(), row)});
  return studies;
}

bool read_head(Database& database, int64_t study, StudyRecord& record) {
  Statement row(database,
                fmt::format("SELECT {}, message, study_file, given, used, environment, space, summary "
                            "FROM study WHERE id = ?",
                            kOverviewColumns));
  row.bind(study);
  if (!row.step()) return false;
  record.overview = read_overview(database.path(), row);
  record.message = row.text(10);
  record.study_file = row.text(11);
  record.given = row.text(12);
  record.used = row.text(13);
  record.environment = row.text(14);
  record.space = space_of(row.text(15));
  record.summary = row.text(16);
  record.enqueued = read_enqueued_points(database, study);
  record.blocks = read_blocks(database, study, record.space);
  return true;
}

void read_new_trials(Database& database, int64_t study, std::vector<Trial>& trials) {
  constexpr int kFirst = 2;  // column of the evaluation
  const int64_t known = trials.empty() ? -1 : trials.back().number;
  Statement row(database, fmt::format("SELECT number, work, {}, started, finished FROM trial WHERE study = ? "
                                      "AND number > ? ORDER BY number",
                                      kEvaluationColumns));
  row.bind(study).bind(known);
  std::map<int64_t, PieceFacts> pieces;
  bool first = true;
  while (row.step()) {
    if (std::exchange(first, false)) pieces = read_pieces(database, study, row.integer(1));
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
}

void read_new_iterations(Database& database, int64_t study, std::vector<Iteration>& iterations) {
  Statement row(database, "SELECT record FROM iteration WHERE study = ? ORDER BY number LIMIT -1 OFFSET ?");
  row.bind(study).bind(static_cast<int64_t>(iterations.size()));
  while (row.step()) iterations.push_back(iteration_of(row.text(0)));
}

}  // namespace gbho::inline internal
