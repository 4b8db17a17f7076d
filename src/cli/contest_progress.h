#pragma once

#include <string>

#include "cli/progress.h"
#include "gbho/base/clock.h"

namespace gbho {
struct ContestProgress;
}  // namespace gbho

namespace gbho::inline internal {

/// Shows a contest on standard error: a line for every run that ends; in a terminal also where the run in
/// progress stands, redrawn in place, elsewhere every few seconds.
class ContestDisplay {
 public:
  explicit ContestDisplay(ProgressMode mode) : output_(mode) {}

  void show(const ContestProgress& progress);
  void announce(const std::string& text) { output_.announce(text); }

 private:
  void show_run(const ContestProgress& progress);
  void show_standing(const ContestProgress& progress);

  ProgressOutput output_;
  double last_shown_ = 0;
  Stopwatch clock_;
};

/// "run 3/20  gbho, seed 1: refit test loss 0.3290, 15 solves in 1.5 s, 25 s left"
std::string run_line(const ContestProgress& progress);
/// "run 3/20  gbho, seed 1: search 40 %, 25 s left"
std::string standing_line(const ContestProgress& progress);
/// One JSON object: which run, and its progress record or its outcome.
std::string contest_progress_json(const ContestProgress& progress);

}  // namespace gbho::inline internal
