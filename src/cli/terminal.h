#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/text/text_table.h"

namespace gbho::inline internal {

bool is_terminal(int file);
/// One that knows colours and how to go back to the beginning of a line: TERM is not "dumb".
bool is_smart_terminal(int file);
/// Such a terminal, and NO_COLOR is not set (https://no-color.org).
bool shows_colors(int file);
/// Columns of the terminal behind standard error; 80 when it does not say.
size_t terminal_width();
/// The same for results on standard output. What is not a terminal has room for any line.
size_t output_width();
/// Bold where standard output shows colours.
TextStyle output_style();

/// A path or name for standard output: in a terminal without characters that it would obey.
std::string output_name(const std::string& name);
/// The result of a command, to standard output. Throws RunError when it cannot be written.
void print_result(const std::string& text);
/// "gbho: message" on one line of standard error.
void print_error(const std::string& message);

/// How warnings are written: for people, or as JSON {"level": "warning", "message": "…"}, one a line.
enum class WarningFormat { kText, kJson };

/// Sends the library's warnings to standard error while it lives.
class LogToTerminal {
 public:
  explicit LogToTerminal(WarningFormat format = WarningFormat::kText);
  ~LogToTerminal();
  LogToTerminal(const LogToTerminal&) = delete;
  LogToTerminal& operator=(const LogToTerminal&) = delete;
};

/// Warnings of a summary, where standard output holds nothing but JSON.
void print_warnings(const std::vector<std::string>& warnings, WarningFormat format);

/// Tells on standard error when matrix products run on the reference BLAS.
void warn_about_slow_blas(WarningFormat format = WarningFormat::kText);

}  // namespace gbho::inline internal
