#include "cli/fetch_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "cli/terminal.h"
#include "report/text/display_width.h"
#include "report/text/progress_text.h"

namespace gbho::inline internal {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A step without its running clock, "npm pack x (3 s)", so that plain output has one line for it.
std::string step_of(const std::string& what) {
  return what.substr(0, what.find(" ("));
}

}  // namespace

std::string bytes_text(int64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

FetchProgressBar::FetchProgressBar(const std::string& mode)
    : silent_(mode == "none"), terminal_(mode == "auto" && is_smart_terminal(STDERR_FILENO)) {}

void FetchProgressBar::show(int64_t done, int64_t total, const std::string& what) {
  if (silent_) return;
  if (terminal_) {
    draw(done, total, what);
  } else {
    print_line(done, total, what);
  }
}

void FetchProgressBar::draw(int64_t done, int64_t total, const std::string& what) {
  const bool same_step = step_of(what) == step_;
  if (same_step && seconds_now() - drawn_at_ < 0.1) return;
  step_ = step_of(what);
  drawn_at_ = seconds_now();
  std::string line;
  if (total > 0) {
    const double share = static_cast<double>(done) / static_cast<double>(total);
    line = fmt::format("{} {:3.0f} % {:>9} ", progress_bar(share), 100 * share, bytes_text(total));
  } else if (done > 0) {
    line = fmt::format("{:>9} ", bytes_text(done));
  }
  line += what;
  fmt::print(stderr, "\r\x1b[K{}", cut(line, terminal_width() - 1));
  std::fflush(stderr);
  drawn_ = true;
}

void FetchProgressBar::print_line(int64_t done, int64_t total, const std::string& what) {
  const int tenth = total > 0 ? static_cast<int>(10 * done / total) : -1;
  if (step_of(what) == step_ && tenth <= tenth_) return;
  const bool new_step = step_of(what) != step_;
  step_ = step_of(what);
  tenth_ = tenth;
  if (new_step && tenth <= 0) {
    fmt::print(stderr, "{}\n", step_);
  } else if (tenth > 0) {
    fmt::print(stderr, "{}: {} % of {}\n", step_, 10 * tenth, bytes_text(total));
  }
}

void FetchProgressBar::finish() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace gbho::inline internal
