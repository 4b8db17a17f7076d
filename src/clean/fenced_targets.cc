#include "clean/fenced_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "table/table_parts.h"

namespace gbho::inline internal {
namespace {

constexpr double kFence = 20;

double quantile_of_sorted(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<size_t>(std::llround(share * static_cast<double>(sorted.size() - 1)))];
}

/// The spread of the middle half; where that is one value, of the middle nine tenths.
double spread_of(const std::vector<double>& sorted) {
  const double half = quantile_of_sorted(sorted, 0.75) - quantile_of_sorted(sorted, 0.25);
  return half > 0 ? half : quantile_of_sorted(sorted, 0.95) - quantile_of_sorted(sorted, 0.05);
}

// As a file with decimal points has it.
std::string cell_text(const Table& table, int64_t row, int64_t column) {
  const double number = table.parts().decimal_comma ? table.number(row, column) : std::nan("");
  return std::isnan(number) ? std::string(table.text(row, column)) : fmt::format("{}", number);
}

}  // namespace

std::vector<double> fenced(const std::vector<double>& targets) {
  std::vector<double> sorted = targets;
  std::sort(sorted.begin(), sorted.end());
  const double spread = spread_of(sorted);
  if (spread == 0) return targets;
  const double low = quantile_of_sorted(sorted, 0.25) - kFence * spread;
  const double high = quantile_of_sorted(sorted, 0.75) + kFence * spread;
  std::vector<double> within;
  within.reserve(targets.size());
  for (const double target : targets) within.push_back(std::clamp(target, low, high));
  return within;
}

Table with_fenced_targets(const Table& table, const std::string& target, const std::vector<double>& targets) {
  const std::vector<double> within = fenced(targets);
  if (within == targets) return table;
  const int64_t place = table.find(target);
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> columns(static_cast<size_t>(table.columns()));
  for (int64_t column = 0; column < table.columns(); ++column) {
    names.push_back(table.name(column));
    std::vector<std::string>& cells = columns[static_cast<size_t>(column)];
    for (int64_t row = 0; row < table.rows(); ++row) {
      const auto i = static_cast<size_t>(row);
      const bool moved = column == place && within[i] != targets[i];
      cells.push_back(moved ? fmt::format("{}", within[i]) : cell_text(table, row, column));
    }
  }
  return Table::of_columns(std::move(names), columns, table.source());
}

}  // namespace gbho::inline internal
