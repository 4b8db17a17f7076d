#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/terminal.h"
#include "gbho/methods/context.h"
#include "report/numbers.h"

namespace gbho {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kPlainSeconds = 5;

// Networks a second, counting those in training in part.
std::string rate_text(const Progress& progress) {
  if (progress.seconds <= 0) return "";
  const double rate = progress.fraction * static_cast<double>(progress.planned) / progress.seconds;
  return rate >= 1 ? fmt::format("  {:.1f} networks/s", rate)
                   : fmt::format("  {:.1f} networks/min", 60 * rate);
}

bool shows_best(const Progress& progress) {
  return (progress.phase == "search" || progress.phase == "iterations") &&
         std::isfinite(progress.best_validation_loss);
}

}  // namespace

std::string cut(const std::string& text, size_t width) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (begins_character && text_width(result) + 1 > width) break;
    result += text[i];
  }
  return result;
}

ProgressMode progress_mode(const std::string& option) {
  if (option == "none") return ProgressMode::kNone;
  if (option == "plain") return ProgressMode::kPlain;
  return is_terminal(STDERR_FILENO) ? ProgressMode::kTerminal : ProgressMode::kPlain;
}

std::string progress_line(const Progress& progress, size_t width) {
  std::string line = fmt::format("{:<11}{} {:3.0f}%", progress.phase, progress_bar(progress.fraction),
                                 100 * progress.fraction);
  if (progress.fraction > 0) {
    line += rate_text(progress);
    line += fmt::format("  {} left", time_text(progress.seconds * (1 / progress.fraction - 1)));
  }
  if (std::isfinite(progress.best_validation_loss))
    line += "  best " + loss_text(progress.best_validation_loss);
  if (progress.epochs > 0) line += fmt::format("  epoch {}/{}", progress.epoch, progress.epochs);
  return cut(line, width - 1);
}

std::string phase_line(const Progress& progress) {
  const char* unit = progress.phase == "fit" ? "sample" : "network";
  std::string line = fmt::format("{:<11}{} {}{} in {}", progress.phase, progress.networks, unit,
                                 progress.networks == 1 ? "" : "s", time_text(progress.seconds));
  if (shows_best(progress)) {
    line += fmt::format(", best validation loss {} at λ = {}", loss_text(progress.best_validation_loss),
                        point_text(progress.best_lambda));
  }
  return line;
}

ProgressDisplay::~ProgressDisplay() {
  if (line_open_) std::fputs("\n", stderr);
}

void ProgressDisplay::show(const Progress& progress) {
  if (mode_ == ProgressMode::kTerminal) show_in_terminal(progress);
  if (mode_ == ProgressMode::kPlain) show_plain(progress);
}

void ProgressDisplay::show_in_terminal(const Progress& progress) {
  const double now = clock_.seconds();
  if (!progress.finished && line_open_ && now - last_shown_ < kRedrawSeconds) return;
  last_shown_ = now;
  // One write a redraw, and erasing only what is left of the old line, so that nothing flickers.
  const std::string line =
      progress.finished ? phase_line(progress) : progress_line(progress, terminal_width());
  std::fputs(("\r" + line + "\033[K" + (progress.finished ? "\n" : "")).c_str(), stderr);
  std::fflush(stderr);
  line_open_ = !progress.finished;
}

void ProgressDisplay::show_plain(const Progress& progress) {
  const double now = clock_.seconds();
  if (!progress.finished && now - last_shown_ < kPlainSeconds) return;
  last_shown_ = now;
  constexpr size_t kWide = 200;
  std::fputs(((progress.finished ? phase_line(progress) : progress_line(progress, kWide)) + "\n").c_str(),
             stderr);
  std::fflush(stderr);
}

}  // namespace gbho
