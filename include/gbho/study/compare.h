#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gbho/record/progress.h"
#include "gbho/record/summary.h"
#include "gbho/run/executor.h"
#include "gbho/study/study.h"

namespace gbho {

/// One method of a contest, or a control beside the methods, with its finished runs.
struct Contestant {
  std::string label;
  bool control = false;       ///< stands beside the methods and does not compete
  std::vector<Summary> runs;  ///< in the order of seeds; a failed one has no models
};

/// Methods on one study, every one with the same seeds.
struct Contest {
  std::string study;
  std::vector<uint64_t> seeds;
  std::string budget;  ///< JSON: what every search may take; "" without a budget
  int64_t solves = 0;  ///< lower-level solves that the budget comes to; 0 without a budget
  std::vector<Contestant> contestants;
  int64_t reused = 0;  ///< runs that were found and not made again
  bool interrupted = false;
};

/// Where a contest stands. Sent about once an epoch, and when a run ends.
struct ContestProgress {
  int64_t run = 0;  ///< from 1; 0 before the first
  int64_t runs = 0;
  std::string label;
  uint64_t seed = 0;
  double seconds_left = kNone;        ///< of the whole contest, once there is a run to judge by
  const Progress* within = nullptr;   ///< of the run, while it trains
  const Summary* finished = nullptr;  ///< the run, at its end
  bool reused = false;                ///< it was found, not made
  std::string message;                ///< an announcement between runs
};

struct CompareOptions {
  /// Names, or variants "gbho:preset=paper;iterations=3" with options of the method; also the labels.
  std::vector<std::string> methods;
  int64_t seeds = 5;  ///< the study's and those that follow it
  /// "trials=60", "lower_solves=60", "sample_gradients=3e6", "seconds=30": every method is set to use it up.
  std::vector<std::string> budget;
  bool controls = true;

  /// Makes whole runs of methods, controls aside; null: everything is made here. Not owned.
  Executor* executor = nullptr;

  std::function<void(const ContestProgress&)> on_progress;
  std::function<bool()> stop;  ///< asked once an epoch; true ends the contest, the run in progress is dropped
  /// A finished run with these settings (`used`, JSON) from earlier, and where to keep one for later.
  std::function<std::optional<Summary>(const std::string& label, uint64_t seed, const std::string& used)>
      find;
  std::function<void(const std::string& label, const Summary& run)> keep;
};

/// Reads the study with further changes: read_study with its path, or parse_study with its text.
using StudyReader = std::function<Study(const std::vector<StudyOverride>& changes)>;

/// Runs every method with every seed. For a seed all get the same data, split, initial weights, batches and
/// lower-level settings. Throws ConfigError or DataError before anything is trained; a run that fails is
/// data.
Contest compare(const StudyReader& read, const CompareOptions& options);

}  // namespace gbho
