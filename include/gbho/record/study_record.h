#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/record/block_spread.h"
#include "gbho/record/dimension.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/iteration.h"
#include "gbho/record/ledger.h"

namespace gbho {

/// A candidate as a store keeps it.
struct Trial {
  int64_t number = 0;  ///< from 0, in the order in which they ended
  std::string phase;   ///< of the progress report: design | search | enqueued | iterations | check
  Evaluation evaluation;
  int64_t epochs = 0;  ///< it has been trained for in all
  /// Trained in part (a rung of HyperBand): no solution of the lower level, and never λ*.
  bool partial = false;
  Ledger spent;            ///< by the whole run when this candidate ended
  double seconds = kNone;  ///< of the whole run when this candidate ended, interruptions left out
  std::string started;     ///< local time, "2026-11-15T22:01:02.123456"
  std::string finished;
};

/// A λ that somebody has asked a study's run to train.
struct EnqueuedPoint {
  std::vector<double> lambda;
  std::string since;             ///< local time
  std::optional<int64_t> trial;  ///< what it became; nothing while it waits

  bool operator==(const EnqueuedPoint&) const = default;
};

/// A study in a store, as its list shows it.
struct StudyOverview {
  std::string name;
  std::string method;
  uint64_t seed = 0;
  std::string state;    ///< running | interrupted | finished | failed
  std::string created;  ///< local time, as above
  std::string updated;
  int64_t trials = 0;
  double best_criterion =
      kNone;           ///< lowest selection loss of consistent models, or validation loss without such a part
  double seconds = 0;  ///< of work, interruptions left out
};

/// All that a store knows of a study, while it runs or after.
struct StudyRecord {
  StudyOverview overview;
  std::string message;      ///< how it ended; "" while it runs
  std::string study_file;   ///< TOML: with it the study can be run again
  std::string given;        ///< JSON: the study as written, with its overrides
  std::string used;         ///< JSON: the same with every default filled in
  std::string environment;  ///< JSON: version, LibTorch, BLAS, threads, device, data checksum
  std::vector<Dimension> space;
  std::vector<Trial> trials;
  std::vector<Iteration> iterations;  ///< of methods that iterate; while it runs, those so far
  std::vector<EnqueuedPoint> enqueued;
  std::vector<BlockSpread> blocks;  ///< of λ*, where trials have means of blocks
  std::string summary;              ///< JSON, the format of `gbho tune --json`; "" until the run has ended
};

}  // namespace gbho
