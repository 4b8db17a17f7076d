#pragma once

#include <functional>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace gbho::inline internal {

/// Where a suite stands.
struct SuiteProgress {
  const SuiteInstance* instance = nullptr;
  int64_t index = 0;  ///< of the instance, from 0
  int64_t count = 0;
  const ContestProgress* contest = nullptr;
};

struct SuiteOptions {
  SuiteScale scale = SuiteScale::kFull;
  int64_t seed = 0;   ///< the first
  int64_t seeds = 0;  ///< 0: the suite's own; one at quick scale
  std::vector<std::string>
      methods;  ///< names and variants in place of the suite's; "controls" for those; empty: all
  std::vector<std::string> instances;  ///< names; all when empty
  std::string folder;  ///< finished runs are kept below it and not made again; "": none is kept
  Runtime runtime;
  Executor* executor = nullptr;
  std::function<void(const SuiteProgress&)> on_progress;
  std::function<bool()> stop;
};

/// An instance with the runs of every contestant.
struct SuiteResult {
  SuiteInstance instance;
  std::vector<Contestant> contestants;
  bool interrupted = false;
};

/// Throws ConfigError or DataError before anything is trained. Ends with the instance that was interrupted.
std::vector<SuiteResult> run_suite(const Suite& suite, const SuiteOptions& options);

}  // namespace gbho::inline internal
