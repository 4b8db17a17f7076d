#include "gbho/study/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gbho/base/clock.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/study/run.h"
#include "study/contest_plan.h"
#include "study/controls.h"
#include "study/runs_away.h"
#include "study/study_parts.h"

namespace gbho {
namespace {

PreparedStudy prepared_like(const PreparedStudy& other, const Study& study) {
  PreparedStudy prepared = {study,          other.data,  other.problem,
                            other.folded,   other.table, make_method(study.options),
                            other.corrupted};
  prepared.folds = other.folds;
  prepared.method->check_problem(prepared.searched());
  prepared.method->settle(prepared.searched(), study.options.lower);
  return prepared;
}

// How long the rest of a contest takes, judged by the runs so far: those of the same label where there are
// any.
class TimeLeft {
 public:
  void add(const std::string& label, double seconds) {
    for (Statistics* statistics : {&by_label_[label], &all_}) {
      statistics->sum += seconds;
      ++statistics->count;
    }
  }

  double expected(const std::string& label) const {
    const auto found = by_label_.find(label);
    const Statistics& known = found == by_label_.end() ? all_ : found->second;
    return known.count == 0 ? kNone : known.sum / static_cast<double>(known.count);
  }

 private:
  struct Statistics {
    double sum = 0;
    int64_t count = 0;
  };
  std::map<std::string, Statistics> by_label_;
  Statistics all_;
};

class ContestRunner {
 public:
  ContestRunner(const CompareOptions& options, std::vector<ContestEntry> entries)
      : options_(options), entries_(std::move(entries)) {
    for (const ContestEntry& entry : entries_) contest_.contestants.push_back({entry.label, false, {}});
    const StudyOptions& study = entries_.front().study.options;
    contest_.study = study.name;
    contest_.budget = budget_json(study.budget);
    for (int64_t k = 0; k < options.seeds; ++k)
      contest_.seeds.push_back(static_cast<uint64_t>(study.seed + k));
  }

  Contest run() {
    PreparedStudy first = prepare(entries_.front().study);
    if (options_.controls) controls_ = controls(first);
    for (const Control& control : controls_) contest_.contestants.push_back({control.label, true, {}});
    for (const ContestEntry& entry : entries_) prepared_like(first, entry.study);
    if (!options_.budget.empty()) fill(first);
    if (options_.executor != nullptr) hand_out(first);
    for (const uint64_t seed : contest_.seeds) {
      if (stopped()) break;
      const Study study = with_seed(entries_.front().study, static_cast<int64_t>(seed));
      const PreparedStudy prepared =
          seed == contest_.seeds.front() ? prepared_like(first, study) : prepare(study);
      for (size_t k = 0; k < contest_.contestants.size() && !stopped(); ++k) run_one(prepared, k, seed);
    }
    return std::move(contest_);
  }

 private:
  bool stopped() {
    contest_.interrupted = contest_.interrupted || (options_.stop && options_.stop());
    return contest_.interrupted;
  }

  void fill(const PreparedStudy& first) {
    const StudyOptions& study = first.study.options;
    double seconds = kNone;
    if (study.budget.seconds > 0) {
      announce(fmt::format("timing {} networks, to see what the budget of {:g} s allows", kTimedNetworks,
                           study.budget.seconds));
      seconds = timed_solve(first);
    }
    contest_.solves = budget_solves(study, first.data.train, seconds);
    announce(fmt::format("the budget comes to {} lower-level solves a search", contest_.solves));
    for (ContestEntry& entry : entries_) fill_budget(entry.study, first.problem, contest_.solves);
  }

  // Runs that are not there yet, in the order in which they are going to be asked for.
  void hand_out(const PreparedStudy& first) {
    away_.emplace(*options_.executor, contest_.solves);
    for (const uint64_t seed : contest_.seeds) {
      if (stopped()) break;
      std::optional<PreparedStudy> prepared;
      for (const ContestEntry& entry : entries_) {
        const Study study = with_seed(entry.study, static_cast<int64_t>(seed));
        if (options_.find) {  // what was kept can be told only from the data
          if (!prepared)
            prepared = seed == contest_.seeds.front() ? prepared_like(first, study) : prepare(study);
          const PreparedStudy own = prepared_like(*prepared, study);
          if (find(entry.label, seed, used_json(own), own.data)) continue;
        }
        away_->submit(entry.label, entry.study, seed);
      }
    }
  }

  // Contestants take turns for every seed, so that an interrupted contest has whole pairs.
  void run_one(const PreparedStudy& prepared, size_t index, uint64_t seed) {
    Contestant& contestant = contest_.contestants[index];
    ++number_;
    const bool is_method = index < entries_.size();
    const Study study = with_seed(entries_[is_method ? index : 0].study, static_cast<int64_t>(seed));
    PreparedStudy own = prepared_like(prepared, study);
    const std::string used = is_method ? used_json(own) : control_settings(study.options, control_of(index));
    if (std::optional<Summary> found = find(contestant.label, seed, used, prepared.data)) {
      ++contest_.reused;
      accept(contestant, std::move(*found), true);
      return;
    }
    Summary summary = is_method ? guarded(own, used, [&] { return run_method(own, contestant.label); })
                                : guarded(own, used, [&] { return run_control_of(own, index); });
    contest_.interrupted = summary.termination == Termination::kInterrupted;
    if (contest_.interrupted) return;
    if (options_.keep) options_.keep(contestant.label, summary);
    accept(contestant, std::move(summary), false);
  }

  Callback callback(const std::string& label, const PreparedStudy& own) {
    const auto seed = static_cast<uint64_t>(own.study.options.seed);
    return watched([this, label, seed](const Progress& progress) { report(label, seed, &progress); },
                   options_.stop);
  }

  Summary run_method(PreparedStudy& own, const std::string& label) {
    const auto seed = static_cast<uint64_t>(own.study.options.seed);
    if (!away_ || !away_->has(label, seed)) return gbho::run(own, callback(label, own)).summary;
    return away_->wait(label, own.study.options, options_.stop);
  }

  Summary run_control_of(const PreparedStudy& own, size_t index) {
    const Control& control = control_of(index);
    return run_control(control, own, pilot_of_controls(own.study.options), callback(control.label, own));
  }

  const Control& control_of(size_t index) const { return controls_[index - entries_.size()]; }

  // What the first control of this seed found; without it, the first values of the lists.
  PilotResult pilot_of_controls(const StudyOptions& study) const {
    const Contestant& control = contest_.contestants[entries_.size()];
    const bool known = !control.runs.empty() && control.runs.back().consistent &&
                       control.runs.back().seed == static_cast<uint64_t>(study.seed);
    if (known) return control.runs.back().pilot;
    return {study.lower.learning_rate.front(), study.lower.momentum.front(), {}};
  }

  // A run that fails is a result: the others go on.
  template <typename Run>
  static Summary guarded(const PreparedStudy& own, const std::string& used, const Run& run) {
    const Stopwatch clock;
    try {
      return run();
    } catch (const RunError& error) {
      Summary summary;
      summary.study = own.study.options.name;
      summary.method = own.study.options.method;
      summary.seed = static_cast<uint64_t>(own.study.options.seed);
      summary.termination = Termination::kFailed;
      summary.message = error.what();
      summary.data = own.data;
      summary.space = own.problem.box.dimensions();
      summary.runtime = own.study.options.runtime;
      summary.runtime.threads = summary.runtime.thread_count();
      summary.seconds = clock.seconds();
      summary.given = own.study.given;
      summary.used = used;
      summary.version = version();
      return summary;
    }
  }

  // Settings may be the same while the data behind them has changed.
  std::optional<Summary> find(const std::string& label, uint64_t seed, const std::string& used,
                              const DataFacts& data) const {
    if (!options_.find) return std::nullopt;
    std::optional<Summary> found = options_.find(label, seed, used);
    if (found && found->data.checksum != data.checksum) found.reset();
    return found;
  }

  void accept(Contestant& contestant, Summary summary, bool reused) {
    if (!reused) time_left_.add(contestant.label, summary.seconds);
    contestant.runs.push_back(std::move(summary));
    ContestProgress progress = progress_of(contestant.label, contestant.runs.back().seed);
    progress.finished = &contestant.runs.back();
    progress.reused = reused;
    progress.seconds_left = seconds_after(number_);
    if (options_.on_progress) options_.on_progress(progress);
    run_clock_ = Stopwatch();
  }

  // Of the runs from this number on, counted from 0.
  double seconds_after(int64_t number) const {
    const auto count = static_cast<int64_t>(contest_.contestants.size());
    double seconds = 0;
    for (int64_t k = number; k < count * options_.seeds; ++k) {
      seconds += time_left_.expected(contest_.contestants[static_cast<size_t>(k % count)].label);
    }
    return seconds;
  }

  ContestProgress progress_of(const std::string& label, uint64_t seed) const {
    ContestProgress progress;
    progress.run = number_;
    progress.runs = static_cast<int64_t>(contest_.contestants.size()) * options_.seeds;
    progress.label = label;
    progress.seed = seed;
    return progress;
  }

  void report(const std::string& label, uint64_t seed, const Progress* within) const {
    if (!options_.on_progress) return;
    ContestProgress progress = progress_of(label, seed);
    progress.within = within;
    const double rest = time_left_.expected(label) - run_clock_.seconds();
    progress.seconds_left = (rest < 0 ? 0 : rest) + seconds_after(number_);
    options_.on_progress(progress);
  }

  void announce(const std::string& message) const {
    if (!options_.on_progress) return;
    ContestProgress progress;
    progress.message = message;
    options_.on_progress(progress);
  }

  const CompareOptions& options_;
  std::vector<ContestEntry> entries_;
  std::optional<RunsAway> away_;
  std::vector<Control> controls_;
  Contest contest_;
  TimeLeft time_left_;
  Stopwatch run_clock_;
  int64_t number_ = 0;  // of the run in progress, from 1
};

}  // namespace

Contest compare(const StudyReader& read, const CompareOptions& options) {
  return ContestRunner(options, contest_entries(read, options)).run();
}

}  // namespace gbho
