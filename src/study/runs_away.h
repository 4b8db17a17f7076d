#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "gbho/record/summary.h"
#include "gbho/run/executor.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// Whole runs of a contest that an executor's workers make.
class RunsAway {
 public:
  /// `solves`: what the contest's budget comes to, 0 without one.
  RunsAway(Executor& executor, int64_t solves) : executor_(executor), solves_(solves) {}
  /// Runs that nobody has waited for are given up.
  ~RunsAway();
  RunsAway(const RunsAway&) = delete;
  RunsAway& operator=(const RunsAway&) = delete;

  /// The study as the contest's entry has it, for another seed.
  void submit(const std::string& label, const Study& study, uint64_t seed);
  bool has(const std::string& label, uint64_t seed) const { return runs_.contains({label, seed}); }
  /// The summary, as if it had been made here with these options. Interrupted when `stop` says so. Throws
  /// RunError when the run has failed, or no worker could make it.
  Summary wait(const std::string& label, const StudyOptions& options, const std::function<bool()>& stop);

 private:
  struct Run {
    std::string request;
    int tries = 0;
    std::string answer;
    std::string problem;
  };
  using Key = std::pair<std::string, uint64_t>;

  void take(const PieceAnswer& answer);

  Executor& executor_;
  int64_t solves_;
  std::map<Key, Run> runs_;
  std::map<int64_t, Key> open_;
};

/// A worker's part: the run that a request asks for, as the answer to it; "" when it was left.
std::string answer_run(const std::string& request, int threads, const std::function<bool()>& stop);

}  // namespace gbho::inline internal
