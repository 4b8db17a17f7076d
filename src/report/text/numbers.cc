#include "report/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gbho::inline internal {

std::string loss_text(double loss) {
  return std::isfinite(loss) ? fmt::format("{:.4f}", loss) : "-";
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  if (size >= 1e7) return fmt::format("{:.4g}", value);
  return size >= 1e3 ? fmt::format("{:.0f}", value) : fmt::format("{:#.4g}", value);
}

std::string percent_text(double share) {
  return std::isfinite(share) ? fmt::format("{:.2f} %", 100 * share) : "-";
}

std::string count_text(int64_t count) {
  std::string text = std::to_string(count);
  for (auto i = static_cast<int64_t>(text.size()) - 3; i > (count < 0 ? 1 : 0); i -= 3) {
    text.insert(static_cast<size_t>(i), ",");
  }
  return text;
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string point_text(const std::vector<double>& lambda) {
  constexpr size_t kMostShown = 4;
  std::string text;
  for (size_t k = 0; k < std::min(lambda.size(), kMostShown); ++k) {
    text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", lambda[k]);
  }
  return lambda.size() > kMostShown ? text + ", …" : text;
}

}  // namespace gbho::inline internal
