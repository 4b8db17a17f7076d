#include "cli/progress.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "gbho/record/progress.h"
#include "report/text/display_width.h"
#include "report/text/progress_text.h"

namespace gbho::inline internal {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kPlainSeconds = 5;
constexpr double kJsonSeconds = 0.1;
constexpr size_t kPlainWidth = 200;

}  // namespace

ProgressMode progress_mode(const std::string& option) {
  if (option == "none") return ProgressMode::kSilent;
  if (option == "json") return ProgressMode::kJson;
  const bool bar = option == "auto" && is_smart_terminal(STDERR_FILENO);
  return bar ? ProgressMode::kTerminal : ProgressMode::kPlain;
}

WarningFormat warning_format(const std::string& option) {
  return option == "json" ? WarningFormat::kJson : WarningFormat::kText;
}

void add_progress_argument(CLI::App& command, std::string& option) {
  command
      .add_option("--progress", option,
                  "auto: a bar in a terminal, else plain lines; plain; json: an object a line; or none")
      ->option_text("MODE")
      ->check(CLI::IsMember({"auto", "plain", "json", "none"}));
}

ProgressOutput::~ProgressOutput() {
  if (line_open_) std::fputs("\n", stderr);
}

size_t ProgressOutput::width() const {
  // Asked anew for every line: the terminal may have been resized.
  return mode_ == ProgressMode::kTerminal ? terminal_width() - 1 : kPlainWidth;
}

void ProgressOutput::write(const std::string& line) {
  // One write a redraw, and erasing only what is left of the old line, so that nothing flickers.
  const bool terminal = mode_ == ProgressMode::kTerminal;
  std::fputs((terminal ? "\r" + line + "\033[K\n" : line + "\n").c_str(), stderr);
  std::fflush(stderr);
  line_open_ = false;
}

void ProgressOutput::redraw(const std::string& line) {
  std::fputs(("\r" + line + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  line_open_ = true;
}

void ProgressOutput::announce(const std::string& text) {
  if (mode_ == ProgressMode::kSilent) return;
  if (mode_ != ProgressMode::kJson) return write(printable(text));
  const nlohmann::ordered_json json = {{"message", text}};
  write(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

ProgressDisplay::~ProgressDisplay() {
  flush();
}

void ProgressDisplay::announce(const std::string& text) {
  flush();
  output_.announce(text);
}

bool ProgressDisplay::due(const Progress& progress, double pause) {
  const double now = clock_.seconds();
  const bool due = progress.finished || progress.phase != phase_ || now - last_shown_ >= pause;
  phase_ = progress.phase;
  if (due) last_shown_ = now;
  return due;
}

void ProgressDisplay::show(const Progress& progress) {
  switch (output_.mode()) {
    case ProgressMode::kSilent:
      return;
    case ProgressMode::kJson:
      return show_json(progress);
    case ProgressMode::kPlain: {
      // A phase that has just begun has nothing to tell yet.
      const bool begins = progress.phase != phase_ && !progress.finished;
      if (due(progress, kPlainSeconds) && !begins) {
        output_.write(progress.finished ? phase_line(progress, kPlainWidth)
                                        : progress_line(progress, kPlainWidth));
      }
      return;
    }
    case ProgressMode::kTerminal:
      if (!due(progress, kRedrawSeconds)) return;
      if (progress.finished) return output_.write(phase_line(progress, output_.width()));
      return output_.redraw(progress_line(progress, output_.width(), shows_colors(STDERR_FILENO)));
  }
}

void ProgressDisplay::show_json(const Progress& progress) {
  if (progress.phase != phase_) flush();  // the last record of the phase before
  held_back_ = progress_json(progress);
  if (due(progress, kJsonSeconds)) flush();
}

void ProgressDisplay::flush() {
  if (!held_back_.empty()) output_.write(held_back_);
  held_back_.clear();
}

}  // namespace gbho::inline internal
