#pragma once

#include <string>

#include "cli/terminal.h"
#include "gbho/base/clock.h"

namespace CLI {
class App;
}

namespace gbho {
struct Progress;
}  // namespace gbho

namespace gbho::inline internal {

enum class ProgressMode { kSilent, kPlain, kTerminal, kJson };

/// "auto": a bar in a terminal, plain lines otherwise.
ProgressMode progress_mode(const std::string& option);

/// Warnings are JSON where the progress is.
WarningFormat warning_format(const std::string& option);

/// --progress auto|plain|json|none
void add_progress_argument(CLI::App& command, std::string& option);

/// Writes lines to standard error as a mode asks for: lines that stay, and in a terminal one that is redrawn.
class ProgressOutput {
 public:
  explicit ProgressOutput(ProgressMode mode) : mode_(mode) {}
  ~ProgressOutput();
  ProgressOutput(const ProgressOutput&) = delete;
  ProgressOutput& operator=(const ProgressOutput&) = delete;

  ProgressMode mode() const { return mode_; }
  /// Columns that a line may have: in a terminal all but the last, or some would go on to the next line.
  size_t width() const;
  /// A line that stays, in place of the one that is redrawn.
  void write(const std::string& line);
  /// The line that is redrawn.
  void redraw(const std::string& line);
  /// Something to tell between the phases; in JSON {"message": "…"}.
  void announce(const std::string& text);

 private:
  ProgressMode mode_;
  bool line_open_ = false;
};

/// Shows a run's phases on standard error: in a terminal one line each, redrawn in place; redirected, a line
/// every few seconds and one at the end of a phase; or JSON, one object a line.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(ProgressMode mode) : output_(mode) {}
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void show(const Progress& progress);
  void announce(const std::string& text);

 private:
  bool due(const Progress& progress, double pause);
  void show_json(const Progress& progress);
  void flush();

  ProgressOutput output_;
  double last_shown_ = 0;
  std::string phase_;
  std::string held_back_;  ///< JSON: the latest record, which came too soon after the one before
  Stopwatch clock_;
};

}  // namespace gbho::inline internal
