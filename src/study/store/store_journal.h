#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/methods/journal.h"
#include "study/store/database.h"
#include "study/store/weight_files.h"

namespace gbho {

/// The journal of a study in a store. Pieces are written together, about once a second: more often would cost
/// more than the hundredth part of the run that a store may take, and seldom enough is safe, for at most
/// eight seconds of work are lost when the machine fails.
class StoreJournal : public Journal {
 public:
  StoreJournal(Database& database, int64_t study, WeightFiles files);

  std::optional<Work> next(const std::string& kind, const std::string& input) override;
  std::optional<WorkUnderWay> under_way() override;
  void done(const Work& work) override;
  bool wants_snapshot() override;
  void keep(const WorkUnderWay& under_way) override;
  void iteration(const Iteration& record) override;

  /// Writes as often as that, instead of as seldom as is safe.
  void set_pace(double seconds) { pace_ = seconds; }
  /// Writes what has not been written.
  void flush();
  /// Pieces that were done before this process began.
  int64_t known() const { return known_; }
  /// Forgets pieces so that all that is left is whole; returns how many are left.
  int64_t drop_damaged();

 private:
  bool is_time() const;

  struct Pending {
    int64_t number = 0;
    Work work;
    std::string finished;
  };

  Work read(int64_t number);
  void write(const WorkUnderWay* under_way);
  void insert(const Pending& pending, bool with_state);
  void insert_trials(const Pending& pending);
  void update_study(double seconds);
  std::set<std::string> files_in_use();

  Database& database_;
  int64_t study_;
  WeightFiles files_;
  int64_t known_ = 0;
  int64_t cursor_ = 0;  ///< number of the piece that is asked for next
  int64_t trials_ = 0;
  double last_end_ = 0;  ///< run seconds when the piece before ended
  std::vector<Pending> pending_;
  std::vector<Iteration> iterations_;
  Stopwatch since_write_;
  double write_seconds_ = 0;  ///< that the last write took
  std::optional<double> pace_;
};

}  // namespace gbho
