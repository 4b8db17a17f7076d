#include "study/store/store_journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "study/store/read_work.h"
#include "study/store/rows.h"
#include "study/store/schema.h"
#include "study/store/study_digest.h"

namespace gbho::inline internal {
namespace {

// Writing may take the hundredth part of a run, and at most so many seconds of work may be lost.
constexpr double kShareOfRun = 0.01;
constexpr double kMostSecondsBetween = 7;
constexpr double kLeastSecondsBetween = 1;
// A piece that may soon end is waited for: what it leaves is smaller than what it is made of.
constexpr double kPatience = 1;

// Larger results are files.
constexpr size_t kLargestInline = 16384;

}  // namespace

StoreJournal::StoreJournal(Database& database, int64_t study, WeightFiles files, std::string name)
    : database_(database),
      study_(study),
      files_(std::move(files)),
      name_(std::move(name)),
      live_(database.path(), study) {
  known_ = database_.number(fmt::format("SELECT count(*) FROM work WHERE study = {}", study));
}

std::optional<Work> StoreJournal::next(const std::string& kind, const std::string& input) {
  begun_ = local_time();
  if (cursor_ >= known_) return std::nullopt;
  Work work = read_or_say_how_to_mend(cursor_);
  if (work.kind != kind || work.input != input) {
    throw StoreError(fmt::format(
        "store '{}': piece {} of the study's work is '{}', where this gbho asks for '{}': the study was run "
        "by "
        "another version or on another machine; go on there, or begin again with gbho tune --replace",
        database_.path(), cursor_ + 1, work.kind, kind));
  }
  ++cursor_;
  trials_ += static_cast<int64_t>(work.evaluations.size());
  last_end_ = work.seconds;
  return work;
}

Work StoreJournal::read_or_say_how_to_mend(int64_t number) {
  try {
    return read(number);
  } catch (const DamageError& error) {
    throw with_remedy(error, name_, database_.path());
  }
}

Work StoreJournal::read(int64_t number) {
  KeptWork kept = read_work(database_, study_, number);
  if (kept.result_file) {
    kept.work.result = from_safetensors(files_.read(*kept.result_file));
  } else if (!kept.result.empty()) {
    kept.work.result = from_safetensors(kept.result);
  }
  if (kept.state_file) kept.work.state = from_safetensors(files_.read(*kept.state_file));
  return std::move(kept.work);
}

std::optional<WorkUnderWay> StoreJournal::under_way() {
  if (cursor_ != known_) return std::nullopt;  // only the first piece that was not done can have been begun
  Statement row(database_,
                "SELECT snapshot_file, ledger, seconds FROM under_way WHERE study = ? AND work = ?");
  row.bind(study_).bind(cursor_);
  if (!row.step()) return std::nullopt;
  try {
    WorkUnderWay left{from_safetensors(files_.read(row.text(0))), ledger_of(row.text(1)), row.real(2)};
    begun_ = local_time(std::max(0.0, left.seconds - last_end_));  // the interruption left out
    return left;
  } catch (const StoreError& error) {
    log(LogLevel::kWarning,
        fmt::format("{}; the piece of work that it belongs to is done again from its beginning",
                    error.what()));
    return std::nullopt;
  }
}

void StoreJournal::done(const Work& work) {
  // Now, not when it is written: that may be seconds later.
  pending_.push_back({cursor_++, work, begun_, local_time()});
  if (is_time(0)) write(gathered());
}

bool StoreJournal::wants_snapshot() {
  return is_time(kPatience);
}

bool StoreJournal::is_time(double patience) {
  const bool busy =
      writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  if (busy && !pace_) return false;
  settle();
  if (pace_) return since_write_.seconds() >= *pace_;
  const double waited = since_write_.seconds() - patience;
  if (waited < kLeastSecondsBetween) return false;
  return waited >= kMostSecondsBetween || all_writes_ + last_write_ <= kShareOfRun * since_begin_.seconds();
}

void StoreJournal::keep(const WorkUnderWay& under_way) {
  Batch batch = gathered();
  batch.snapshot = to_safetensors(under_way.snapshot);  // now: the run goes on with these tensors
  batch.ledger = under_way.ledger;
  batch.seconds = under_way.seconds;
  write(std::move(batch));
}

// What waits is taken only where nothing that was done before could follow: neither a piece, nor one that was
// begun, nor a λ that was taken later on.
std::vector<std::vector<double>> StoreJournal::enqueued(int64_t most) {
  if (!reader_) reader_.emplace(open_to_read(database_.path()));
  std::vector<EnqueuedRow> rows = rows_or_say_how_to_mend();
  std::erase_if(rows, [&](const EnqueuedRow& row) { return taken_.contains(row.number); });
  if (rows.empty()) return {};
  bool at_the_end = cursor_ >= known_ && !is_begun(cursor_);
  std::vector<EnqueuedRow> chosen;  // here, by an earlier attempt
  std::vector<EnqueuedRow> waiting;
  for (EnqueuedRow& row : rows) {
    at_the_end = at_the_end && row.work.value_or(0) <= cursor_;
    if (row.work == cursor_)
      chosen.push_back(std::move(row));
    else if (!row.work)
      waiting.push_back(std::move(row));
  }
  if (chosen.empty() && at_the_end) {
    waiting.resize(std::min(waiting.size(), static_cast<size_t>(std::max<int64_t>(0, most))));
    chosen = std::move(waiting);
    for (EnqueuedRow& row : chosen) row.work = cursor_;
    untold_.insert(untold_.end(), chosen.begin(), chosen.end());
  }
  std::vector<std::vector<double>> points;
  for (EnqueuedRow& row : chosen) {
    taken_.insert(row.number);
    points.push_back(std::move(row.lambda));
  }
  return points;
}

std::vector<EnqueuedRow> StoreJournal::rows_or_say_how_to_mend() {
  try {
    return read_enqueued(*reader_, study_);
  } catch (const DamageError& error) {
    throw with_remedy(error, name_, database_.path());
  }
}

bool StoreJournal::is_begun(int64_t piece) {
  Statement row(*reader_, "SELECT 1 FROM under_way WHERE study = ? AND work = ?");
  row.bind(study_).bind(piece);
  return row.step();
}

void StoreJournal::watch_training(const torch::Tensor& lambda) {
  const torch::Tensor rows = lambda.detach().to(torch::kCPU, torch::kDouble).contiguous();
  std::vector<std::vector<double>> points;
  for (int64_t k = 0; k < rows.size(0); ++k) {
    const auto* first = rows.data_ptr<double>() + k * rows.size(1);
    points.emplace_back(first, first + rows.size(1));
  }
  live_.training(std::move(points));
}

void StoreJournal::watch_epoch(const EpochRecord& epoch, const Ledger& ledger, double seconds) {
  live_.epoch(epoch.epoch, epoch.loss, ledger, seconds);
}

void StoreJournal::iteration(const Iteration& record) {
  iterations_.push_back(record);
}

void StoreJournal::flush() {
  if (!pending_.empty() || !iterations_.empty() || !untold_.empty()) write(gathered());
  settle();
}

void StoreJournal::record_rest() {
  Batch batch = gathered();
  batch.last = true;
  record(batch);
}

StoreJournal::Batch StoreJournal::gathered() {
  Batch batch;
  batch.pending = std::exchange(pending_, {});
  batch.iterations = std::exchange(iterations_, {});
  batch.taken = std::exchange(untold_, {});
  batch.cursor = cursor_;
  return batch;
}

void StoreJournal::write(Batch batch) {
  settle();
  since_write_ = Stopwatch();
  writing_ = std::async(std::launch::async, [this, batch = std::move(batch)] {
    const Stopwatch watch;
    Transaction transaction(database_);
    record(batch);
    files_.sync();
    transaction.commit();
    files_.keep_only(files_in_use());
    return watch.seconds();
  });
}

void StoreJournal::settle() {
  if (!writing_.valid()) return;
  last_write_ = writing_.get();
  all_writes_ += last_write_;
}

void StoreJournal::record(const Batch& batch) {
  int64_t released = 0;  // states of pieces before this number are not needed
  for (const Pending& pending : batch.pending) {
    if (pending.work.releases) released = std::max(released, pending.number - pending.work.siblings);
  }
  for (const Pending& pending : batch.pending) {
    insert(pending, batch.last                  ? Parts::kRow
                    : pending.number < released ? Parts::kRowAndResult
                                                : Parts::kAll);
  }
  if (released > 0) {
    Statement(database_, "UPDATE work SET state_file = NULL WHERE study = ? AND number < ?")
        .bind(study_)
        .bind(released)
        .run();
  }
  for (const Iteration& record : batch.iterations) {
    Statement(database_, "INSERT OR REPLACE INTO iteration VALUES (?, ?, ?)")
        .bind(study_)
        .bind(record.index)
        .bind(iteration_text(record))
        .run();
  }
  for (const EnqueuedRow& row : batch.taken) write_enqueued(database_, study_, row);
  update_under_way(batch);
  update_study(batch);
}

void StoreJournal::update_under_way(const Batch& batch) {
  if (!batch.snapshot.empty()) {
    const std::string file = files_.write(batch.snapshot);
    Statement(database_, "INSERT OR REPLACE INTO under_way VALUES (?, ?, ?, ?, ?)")
        .bind(study_)
        .bind(batch.cursor)
        .bind(file)
        .bind(ledger_text(batch.ledger))
        .bind(batch.seconds)
        .run();
  } else if (!batch.pending.empty()) {
    Statement(database_, "DELETE FROM under_way WHERE study = ?").bind(study_).run();
  }
}

void StoreJournal::insert(const Pending& pending, Parts parts) {
  const Work& work = pending.work;
  const bool with_result = parts != Parts::kRow && !work.result.empty();
  const std::string result = with_result ? to_safetensors(work.result) : "";
  const bool large = result.size() > kLargestInline;
  const std::string kept = large ? files_.write(result) : result;
  Statement row(database_, "INSERT INTO work VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  row.bind(study_).bind(pending.number).bind(work.kind).bind(work.input).bind(work.phase);
  row.bind(int64_t{work.partial}).bind(work.epochs).bind(int64_t{work.continues}).bind(work.engine);
  row.bind(ledger_text(work.ledger)).bind(work.seconds);
  if (large || result.empty()) {
    row.bind_null();
  } else {
    row.bind_bytes(result);
  }
  if (large) {
    row.bind(kept);
  } else {
    row.bind_null();
  }
  if (parts == Parts::kAll && !work.state.empty()) {
    row.bind(files_.write(to_safetensors(work.state)));
  } else {
    row.bind_null();
  }
  row.bind(work_digest(work, kept)).run();
  insert_trials(pending);
  last_end_ = work.seconds;
}

void StoreJournal::insert_trials(const Pending& pending) {
  const Work& work = pending.work;
  Statement row(database_, "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const Evaluation& e : work.evaluations) {
    row.bind(study_).bind(trials_++).bind(pending.number);
    bind_evaluation(row, e);
    row.bind(pending.started).bind(pending.finished).run();
  }
}

void StoreJournal::update_study(const Batch& batch) {
  double best = kNone;
  int64_t added = 0;
  for (const Pending& pending : batch.pending) {
    added += static_cast<int64_t>(pending.work.evaluations.size());
    for (const Evaluation& e : pending.work.evaluations) {
      if (!pending.work.partial && e.usable()) best = std::fmin(best, e.criterion());
    }
  }
  Statement(database_,
            "UPDATE study SET updated = ?1, seconds = ?2, trials = trials + ?3, "
            "best = CASE WHEN best IS NULL OR ?4 < best THEN coalesce(?4, best) ELSE best END WHERE id = ?5")
      .bind(local_time())
      .bind(batch.snapshot.empty() ? last_end_ : batch.seconds)
      .bind(added)
      .bind(best)
      .bind(study_)
      .run();
}

std::set<std::string> StoreJournal::files_in_use() {
  std::set<std::string> names;
  Statement row(database_,
                "SELECT result_file FROM work WHERE study = ?1 AND result_file IS NOT NULL UNION "
                "SELECT state_file FROM work WHERE study = ?1 AND state_file IS NOT NULL UNION "
                "SELECT snapshot_file FROM under_way WHERE study = ?1 UNION "
                "SELECT file FROM model WHERE study = ?1");
  row.bind(study_);
  while (row.step()) names.insert(row.text(0));
  return names;
}

void StoreJournal::forget_all() {
  Transaction transaction(database_);
  for (const char* table : {"work", "trial", "iteration", "under_way", "model"}) {
    Statement(database_, fmt::format("DELETE FROM {} WHERE study = ?", table)).bind(study_).run();
  }
  Statement(database_,
            "UPDATE study SET state = 'interrupted', message = '', summary = NULL, outcome_digest = NULL, "
            "trials = 0, best = NULL, seconds = 0 WHERE id = ?")
      .bind(study_)
      .run();
  transaction.commit();
  known_ = 0;
}

int64_t StoreJournal::drop_damaged() {
  int64_t whole = 0;
  try {
    for (; whole < known_; ++whole) read(whole);
  } catch (const StoreError& error) {
    log(LogLevel::kWarning, error.what());
  }
  whole = std::min(whole, drop_damaged_enqueued(database_, study_));
  if (whole == known_) return known_;
  // What the first damaged piece went on from may no longer be there: back to one that begins afresh.
  int64_t left = whole;
  const auto goes_on = [&](int64_t number) {
    Statement row(database_, "SELECT continues FROM work WHERE study = ? AND number = ?");
    row.bind(study_).bind(number);
    return row.step() && row.integer(0) != 0;
  };
  while (left > 0 && goes_on(left)) --left;
  Transaction transaction(database_);
  for (const char* sql :
       {"DELETE FROM trial WHERE study = ? AND work >= ?", "DELETE FROM work WHERE study = ? AND number >= ?",
        "DELETE FROM under_way WHERE study = ? AND work > ?"}) {
    Statement(database_, sql).bind(study_).bind(left).run();
  }
  Statement(database_, "DELETE FROM iteration WHERE study = ?").bind(study_).run();
  Statement(
      database_,
      "UPDATE study SET trials = (SELECT count(*) FROM trial WHERE study = ?1), best = (SELECT "
      "min(coalesce(selection_loss, validation_loss)) FROM trial JOIN work ON work.study = trial.study AND "
      "work.number = trial.work WHERE trial.study = ?1 AND NOT partial) WHERE id = ?1")
      .bind(study_)
      .run();
  transaction.commit();
  known_ = left;
  return left;
}

}  // namespace gbho::inline internal
