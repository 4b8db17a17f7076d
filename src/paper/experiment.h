#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gbho/record/lower_options.h"
#include "gbho/study/compare.h"
#include "paper/instances.h"

namespace gbho::inline internal {

/// Where an experiment stands.
struct ExperimentProgress {
  const PaperInstance* instance = nullptr;
  int64_t index = 0;  ///< of the instance, from 0
  int64_t count = 0;
  const ContestProgress* contest = nullptr;
  double seconds_left = kNone;  ///< of the whole experiment: a rough figure from the instances' sizes
};

/// Which part of the paper's experiments to run, and where its runs are kept.
struct ExperimentOptions {
  std::string experiment = "mnist";  ///< mnist | cifar10
  PaperScale scale = PaperScale::kQuick;
  std::string folder;  ///< runs are kept in FOLDER/runs/INSTANCE and not made again
  int64_t seed = 0;    ///< the first
  int64_t seeds = 1;
  std::vector<std::string> instances;  ///< names; all when empty
  std::vector<std::string> methods;    ///< names, or "controls"; all when empty
  Runtime runtime;
  std::function<void(const ExperimentProgress&)> on_progress;
  Executor* executor = nullptr;  ///< makes runs of methods; null: they are made here
  std::function<bool()> stop;
};

/// An instance with the runs of every method.
struct InstanceResult {
  PaperInstance instance;
  Contest contest;
};

/// Runs what is not kept already. Everything is checked before anything is trained: throws ConfigError or
/// DataError. An interrupted experiment ends with the instance that was interrupted.
std::vector<InstanceResult> run_experiment(const ExperimentOptions& options);

}  // namespace gbho::inline internal
