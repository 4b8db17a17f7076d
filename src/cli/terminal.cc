#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gbho/base/blas.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"

namespace gbho {
namespace {

constexpr size_t kDefaultWidth = 80;
constexpr size_t kNarrowest = 20;

// A progress line may stand there unfinished: go to its beginning and erase it.
std::string line_start() {
  return is_terminal(STDERR_FILENO) ? "\r\033[K" : "";
}

}  // namespace

bool is_terminal(int file) {
  return ::isatty(file) == 1;
}

size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kNarrowest) return kDefaultWidth;
  return size.ws_col;
}

std::string progress_bar(double fraction) {
  constexpr size_t kBarWidth = 20;
  const auto filled = static_cast<size_t>(std::clamp(fraction, 0.0, 1.0) * kBarWidth);
  return "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '-') + "]";
}

TextStyle output_style() {
  const char* no_color = std::getenv("NO_COLOR");
  return {is_terminal(STDOUT_FILENO) && (no_color == nullptr || *no_color == '\0')};
}

void print_result(const std::string& text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw RunError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void print_error(const std::string& message) {
  const std::string line = line_start() + "gbho: " + message + "\n";
  std::fputs(line.c_str(), stderr);
}

LogToTerminal::LogToTerminal() {
  set_log_sink([](LogLevel level, std::string_view message) {
    if (level == LogLevel::kDebug) return;
    print_error((level == LogLevel::kWarning ? "warning: " : "") + std::string(message));
  });
}

LogToTerminal::~LogToTerminal() {
  set_log_sink({});
}

void warn_about_slow_blas() {
  const BlasInfo blas = detect_blas();
  if (!blas.reference) return;
  print_error("warning: matrix products run on the reference BLAS (" + blas.library +
              "), 9 to 24 times slower; install libopenblas0-openmp");
}

}  // namespace gbho
