#pragma once

#include <cstddef>
#include <string>

#include "report/text_table.h"

namespace gbho {

bool is_terminal(int file);
/// Columns of the terminal behind standard error; 80 when it does not say.
size_t terminal_width();
/// "[####----]": the share of the work that is done.
std::string progress_bar(double fraction);
/// Bold in a terminal, unless NO_COLOR is set (https://no-color.org).
TextStyle output_style();

/// The result of a command, to standard output. Throws RunError when it cannot be written.
void print_result(const std::string& text);
/// "gbho: message" on a line of standard error.
void print_error(const std::string& message);

/// Sends the library's warnings to standard error while it lives.
class LogToTerminal {
 public:
  LogToTerminal();
  ~LogToTerminal();
  LogToTerminal(const LogToTerminal&) = delete;
  LogToTerminal& operator=(const LogToTerminal&) = delete;
};

/// Tells on standard error when matrix products run on the reference BLAS.
void warn_about_slow_blas();

}  // namespace gbho
