#pragma once

#include <string>

#include "cli/progress.h"
#include "gbho/base/clock.h"

namespace gbho {

struct ContestProgress;

/// Shows a contest on standard error: a line for every run that ends; in a terminal also where the run in
/// progress stands, redrawn in place, elsewhere every few seconds.
class ContestDisplay {
 public:
  explicit ContestDisplay(ProgressMode mode) : mode_(mode) {}
  ~ContestDisplay();
  ContestDisplay(const ContestDisplay&) = delete;
  ContestDisplay& operator=(const ContestDisplay&) = delete;

  void show(const ContestProgress& progress);

 private:
  void write(const std::string& line, bool stays);

  ProgressMode mode_;
  bool line_open_ = false;
  double last_shown_ = 0;
  Stopwatch clock_;
};

/// "run 3/20  gbho, seed 1: refit test loss 0.3290, 15 solves in 1.5 s, 25 s left"
std::string run_line(const ContestProgress& progress);
/// "run 3/20  gbho, seed 1: search 40 %, 25 s left"
std::string standing_line(const ContestProgress& progress);

}  // namespace gbho
