#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/printable.h"
#include "gbho/base/blas.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kDefaultWidth = 80;
constexpr size_t kAnyWidth = 10000;

size_t width_of(int file) {
  winsize size{};
  return ::ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? kDefaultWidth : size.ws_col;
}

// A progress line may stand there unfinished: go to its beginning and erase it.
std::string line_start() {
  return is_smart_terminal(STDERR_FILENO) ? "\r\033[K" : "";
}

void print_log(LogLevel level, const std::string& message, WarningFormat format) {
  const bool warning = level == LogLevel::kWarning;
  if (format == WarningFormat::kText) return print_error(warning ? "warning: " + message : message);
  const nlohmann::ordered_json json = {{"level", warning ? "warning" : "info"}, {"message", message}};
  std::fputs((json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n").c_str(), stderr);
}

}  // namespace

bool is_terminal(int file) {
  return ::isatty(file) == 1;
}

bool is_smart_terminal(int file) {
  const char* kind = std::getenv("TERM");
  return is_terminal(file) && (kind == nullptr || std::string_view(kind) != "dumb");
}

bool shows_colors(int file) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_smart_terminal(file) && (no_color == nullptr || *no_color == '\0');
}

size_t terminal_width() {
  return width_of(STDERR_FILENO);
}

size_t output_width() {
  return is_terminal(STDOUT_FILENO) ? width_of(STDOUT_FILENO) : kAnyWidth;
}

TextStyle output_style() {
  return {shows_colors(STDOUT_FILENO)};
}

std::string output_name(const std::string& name) {
  return is_terminal(STDOUT_FILENO) ? printable(name) : name;
}

void print_result(const std::string& text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw RunError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void print_error(const std::string& message) {
  const std::string line = line_start() + "gbho: " + printable_message(message) + "\n";
  std::fputs(line.c_str(), stderr);
}

LogToTerminal::LogToTerminal(WarningFormat format) {
  set_log_sink([format](LogLevel level, std::string_view message) {
    if (level != LogLevel::kDebug) print_log(level, std::string(message), format);
  });
}

LogToTerminal::~LogToTerminal() {
  set_log_sink({});
}

void print_warnings(const std::vector<std::string>& warnings, WarningFormat format) {
  for (const std::string& warning : warnings) print_log(LogLevel::kWarning, warning, format);
}

void warn_about_slow_blas(WarningFormat format) {
  const BlasInfo blas = detect_blas();
  if (!blas.reference) return;
  print_log(LogLevel::kWarning,
            "matrix products run on the reference BLAS (" + blas.library +
                "), 9 to 24 times slower; install libopenblas0-openmp",
            format);
}

}  // namespace gbho::inline internal
