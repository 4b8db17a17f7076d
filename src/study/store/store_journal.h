#pragma once

#include <future>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/record/iteration.h"
#include "gbho/run/journal.h"
#include "study/store/database.h"
#include "study/store/enqueued_rows.h"
#include "study/store/live_state.h"
#include "study/store/weight_files.h"

namespace gbho::inline internal {

/// The journal of a study in a store. Pieces are written together, by a thread of their own: after a second
/// at the earliest, so seldom that writing takes the hundredth part of the run, and every eight seconds in
/// any case, for that is what may be lost when the machine fails.
class StoreJournal : public Journal {
 public:
  /// `name` finds the study: for the command that mends what is damaged.
  StoreJournal(Database& database, int64_t study, WeightFiles files, std::string name);

  std::optional<Work> next(const std::string& kind, const std::string& input) override;
  std::optional<WorkUnderWay> under_way() override;
  void done(const Work& work) override;
  bool wants_snapshot() override;
  void keep(const WorkUnderWay& under_way) override;
  std::vector<std::vector<double>> enqueued(int64_t most) override;
  void watch_training(const torch::Tensor& lambda) override;
  void watch_epoch(const EpochRecord& epoch, const Ledger& ledger, double seconds) override;
  void watch_progress(const Progress& progress) override { live_.progress(progress); }
  bool asked_to_leave() override { return live_.asked_to_leave(); }
  /// The run begins, or goes on; it is left, or has ended.
  void open_to_watchers() { live_.begin(); }
  void close_to_watchers() { live_.end(); }

  /// A record of a method that iterates, to be written with the next pieces.
  void iteration(const Iteration& record);

  /// Writes as often as that, instead of as seldom as is safe.
  void set_pace(double seconds) { pace_ = seconds; }
  /// Writes what has not been written.
  void flush();
  /// Waits for what is being written. Until then nothing else may touch the database. Throws what writing
  /// threw.
  void settle();
  /// Writes the rest at the end of a run, within a transaction of the caller that also says that it has
  /// ended: what would only be needed to go on is left out.
  void record_rest();
  /// Forgets pieces so that all that is left is whole; returns how many are left.
  int64_t drop_damaged();
  /// How many pieces were done before.
  int64_t known() const { return known_; }
  /// Forgets all that was done, so that the study begins afresh.
  void forget_all();

 private:
  struct Pending {
    int64_t number = 0;
    Work work;
    std::string started;
    std::string finished;
  };
  /// What is written in one transaction.
  struct Batch {
    std::vector<Pending> pending;
    std::vector<Iteration> iterations;
    std::vector<EnqueuedRow> taken;
    std::string snapshot;  ///< of the piece under way, a safetensors file; empty without one
    int64_t cursor = 0;    ///< its number
    bool last = false;     ///< the run has ended
    Ledger ledger;         ///< of the run then
    double seconds = 0;
  };

  Work read(int64_t number);
  Work read_or_say_how_to_mend(int64_t number);
  /// Whether to write; a patient caller waits so many seconds more.
  bool is_time(double patience);
  std::vector<EnqueuedRow> rows_or_say_how_to_mend();
  bool is_begun(int64_t piece);
  /// What has not been written.
  Batch gathered();
  /// Hands it to the writing thread.
  void write(Batch batch);

  // These run in the writing thread, within a transaction.
  void record(const Batch& batch);
  enum class Parts { kRow, kRowAndResult, kAll };
  void insert(const Pending& pending, Parts parts);
  void insert_trials(const Pending& pending);
  void update_under_way(const Batch& batch);
  void update_study(const Batch& batch);
  std::set<std::string> files_in_use();

  Database& database_;
  int64_t study_;
  WeightFiles files_;
  std::string name_;
  LiveWriter live_;
  int64_t known_ = 0;   ///< pieces that were done before this process began
  int64_t cursor_ = 0;  ///< number of the piece that is asked for next
  int64_t trials_ = 0;
  double last_end_ = 0;  ///< run seconds when the piece before ended
  std::string begun_;    ///< local time at which the piece under way began
  std::vector<Pending> pending_;
  std::vector<Iteration> iterations_;
  std::optional<Database> reader_;   ///< beside the one that another thread writes with
  std::set<int64_t> taken_;          ///< numbers of enqueued λ, taken by this process
  std::vector<EnqueuedRow> untold_;  ///< of these, what has not been written
  const Stopwatch since_begin_;
  Stopwatch since_write_;
  double last_write_ = 0;  ///< seconds that it took
  double all_writes_ = 0;
  std::optional<double> pace_;
  std::future<double> writing_;  ///< seconds that it takes; last, for it is waited for before the rest goes
};

}  // namespace gbho::inline internal
