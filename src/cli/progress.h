#pragma once

#include <string>

#include "gbho/base/clock.h"

namespace gbho {

struct Progress;

enum class ProgressMode { kNone, kPlain, kTerminal };

/// "auto": a bar in a terminal, plain lines otherwise.
ProgressMode progress_mode(const std::string& option);

/// Shows a run's phases on standard error: in a terminal one line each, redrawn in place; redirected, a line
/// every few seconds and one at the end of a phase.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(ProgressMode mode) : mode_(mode) {}
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void show(const Progress& progress);

 private:
  void show_in_terminal(const Progress& progress);
  void show_plain(const Progress& progress);

  ProgressMode mode_;
  bool line_open_ = false;
  double last_shown_ = 0;
  Stopwatch clock_;
};

/// The first `width` characters, so that a line can be redrawn in place.
std::string cut(const std::string& text, size_t width);
/// The parts of a line, for tests: "search  [#####-----]  50%  …", cut to the width.
std::string progress_line(const Progress& progress, size_t width);
std::string phase_line(const Progress& progress);

}  // namespace gbho
