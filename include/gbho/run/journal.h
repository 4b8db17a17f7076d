#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gbho/nn/snapshot.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/ledger.h"
#include "gbho/record/progress.h"
#include "gbho/train/solver.h"

namespace gbho {

/// A piece of a run's work, done: a batch of solves, the sides of a hypergradient, a minimization of the
/// augmented Lagrangian. A run is a sequence of such pieces with cheap decisions between them. Since the
/// decisions follow from the seed and from the pieces, a run that was cut off goes on exactly by taking the
/// pieces that were done from its journal.
struct Work {
  std::string kind;   ///< pilot | train | train_partly | sides | joint | loop | refit
  std::string input;  ///< what it was done for, in short: tells a journal that belongs to another run
  std::string phase;  ///< of the progress report
  std::vector<Evaluation> evaluations;  ///< candidates that ended with it
  bool partial = false;                 ///< they were trained in part
  int64_t epochs = 0;                   ///< they have been trained for
  Snapshot result;                      ///< what else the run needs of it, from here on
  Snapshot state;          ///< what only the next pieces may go on from; none when it is no longer kept
  bool continues = false;  ///< it has gone on from the states before it …
  bool releases = false;   ///< … and nobody needs them any more,
  int64_t siblings = 0;    ///< but for those of so many pieces just before it
  std::string engine;
  Ledger ledger;       ///< of the whole run, at its end
  double seconds = 0;  ///< of the whole run, at its end
};

/// Where a piece of work stood when it was last looked at.
struct WorkUnderWay {
  Snapshot snapshot;
  Ledger ledger;       ///< of the whole run
  double seconds = 0;  ///< of the whole run
};

/// Keeps what a run has done. A run asks for its pieces in order, first those that were done.
class Journal {
 public:
  virtual ~Journal() = default;

  /// The next piece, if an earlier attempt at the run has done it. Throws StoreError when that was another
  /// piece than the one that is asked for, or when it is damaged.
  virtual std::optional<Work> next(const std::string& kind, const std::string& input) = 0;
  /// Where the piece that comes next was left, if it was begun.
  virtual std::optional<WorkUnderWay> under_way() = 0;
  /// Keeps a piece, at once or soon.
  virtual void done(const Work& work) = 0;
  /// True when it is time to be told where the piece under way stands.
  virtual bool wants_snapshot() = 0;
  virtual void keep(const WorkUnderWay& under_way) = 0;
  /// λ that somebody has enqueued for the run: those that an earlier attempt took here, before the piece that
  /// comes next, else up to `most` of those that wait, which are then known to have been taken here.
  virtual std::vector<std::vector<double>> enqueued(int64_t /*most*/) { return {}; }

  // For those who watch the run while it goes on. Nothing of it is needed to go on later.

  /// Networks with these λ [k, n] are trained now; an epoch of them, or of others, has ended.
  virtual void watch_training(const torch::Tensor& /*lambda*/) {}
  virtual void watch_epoch(const EpochRecord& /*epoch*/, const Ledger& /*ledger*/, double /*seconds*/) {}
  virtual void watch_progress(const Progress& /*progress*/) {}
  /// True when one of them has asked that the run be left, to be resumed later.
  virtual bool asked_to_leave() { return false; }
};

}  // namespace gbho
