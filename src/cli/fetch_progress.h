#pragma once

#include <cstdint>
#include <string>

namespace gbho::inline internal {

/// Shows how a fetch goes on, on standard error: a bar that redraws itself in a terminal, a line per step
/// otherwise.
class FetchProgressBar {
 public:
  /// `mode` is auto | plain | none.
  explicit FetchProgressBar(const std::string& mode);

  void show(int64_t done, int64_t total, const std::string& what);
  /// Ends the line that the bar stands on.
  void finish();

 private:
  void draw(int64_t done, int64_t total, const std::string& what);
  void print_line(int64_t done, int64_t total, const std::string& what);

  bool silent_ = false;
  bool terminal_ = false;
  bool drawn_ = false;
  std::string step_;
  int tenth_ = -1;
  double drawn_at_ = -1;
};

/// "12.3 MB"
std::string bytes_text(int64_t bytes);

}  // namespace gbho::inline internal
