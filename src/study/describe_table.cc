#include "study/describe_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.h"

namespace gbho::inline internal {
namespace {

// More than these are counted.
constexpr size_t kMostNamed = 5;

std::string kind_words(ColumnKind kind, int64_t count) {
  const bool one = count == 1;
  switch (kind) {
    case ColumnKind::kNumber:
      return one ? "number" : "numbers";
    case ColumnKind::kYesNo:
      return "yes/no";
    case ColumnKind::kCategory:
      return one ? "category" : "categories";
    case ColumnKind::kDate:
      return one ? "date" : "dates";
    default:
      return to_string(kind);
  }
}

std::string left_out_words(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const size_t shown = std::min(names.size(), kMostNamed);
  std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
  if (names.size() > shown) first.push_back(fmt::format("{} more", names.size() - shown));
  return fmt::format("; left out: {}", joined(first));
}

}  // namespace

std::string describe_table(const TableSchema& schema) {
  std::map<ColumnKind, int64_t> counts;
  std::vector<std::string> left_out;
  for (const ColumnFacts& column : schema.columns) {
    if (column.used()) {
      ++counts[column.kind];
    } else {
      left_out.push_back(fmt::format("{} ({})", column.name, to_string(column.kind)));
    }
  }
  std::vector<std::string> kinds;
  kinds.reserve(counts.size());
  for (const auto& [kind, count] : counts)
    kinds.push_back(fmt::format("{} {}", count, kind_words(kind, count)));
  return fmt::format("target {}: {}. Columns: {}{}.", schema.target, schema.task_reason, joined(kinds),
                     left_out_words(left_out));
}

}  // namespace gbho::inline internal
