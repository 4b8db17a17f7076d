#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/record/ledger.h"
#include "gbho/record/progress.h"

// What a run tells those who watch it: a small file beside the store, written over about twice a second and
// gone when the run is left. Nothing of it is needed to go on, so it is neither synced nor part of the store;
// a run never fails for it.

namespace gbho::inline internal {

/// Training losses of networks that train side by side; of many, some.
struct LiveCurves {
  int64_t networks = 0;                     ///< that train in all
  std::vector<int64_t> numbers;             ///< of those that are shown, from 0
  std::vector<std::vector<double>> lambda;  ///< theirs; empty where it is not known
  std::vector<int64_t> epochs;
  std::vector<std::vector<double>> loss;  ///< [shown][epochs]: mean over the epoch's batches
};

struct LiveState {
  double written = 0;  ///< seconds since 1970
  int64_t process = 0;
  std::string machine;
  Progress progress;
  Ledger ledger;       ///< of the whole run, at the latest epoch
  double seconds = 0;  ///< of the whole run, interruptions left out
  LiveCurves curves;
};

/// Nothing where no run writes one, or what is there is none.
std::optional<LiveState> read_live_state(const std::string& store, int64_t study);
/// When the file was last written: changes with it. 0: there is none.
int64_t live_state_stamp(const std::string& store, int64_t study);

/// Asks the run to be left, as Ctrl-C does. Throws StoreError when that cannot be written.
void ask_to_leave(const std::string& store, int64_t study);

/// Of a study that is removed.
void forget_live_state(const std::string& store, int64_t study);

/// The side of the run.
class LiveWriter {
 public:
  LiveWriter(std::string store, int64_t study) : store_(std::move(store)), study_(study) {}
  ~LiveWriter();
  LiveWriter(const LiveWriter&) = delete;
  LiveWriter& operator=(const LiveWriter&) = delete;

  /// Forgets what was asked of an earlier run.
  void begin();
  /// Networks with these λ are trained now.
  void training(std::vector<std::vector<double>> lambda);
  void epoch(int64_t epoch, const std::vector<double>& loss, const Ledger& ledger, double seconds);
  /// Writes, when it is time.
  void progress(const Progress& progress);
  /// Somebody has asked the run to be left.
  bool asked_to_leave();
  /// The run is left, or has ended.
  void end();

 private:
  void write();

  std::string store_;
  int64_t study_;
  LiveState state_;
  std::vector<std::vector<double>> lambda_;
  int64_t stride_ = 1;  ///< every so many epochs become a point of a curve
  bool begun_ = false;
  bool asked_ = false;
  std::optional<Stopwatch> since_write_;
  std::optional<Stopwatch> since_look_;
};

}  // namespace gbho::inline internal
