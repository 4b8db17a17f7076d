#include "clean/shown_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {
namespace {

constexpr size_t kMostRows = 100;
constexpr size_t kFewestRows = 20;  // a reader wants to see what comes next when little is flagged
constexpr size_t kMostColumns = 40;
constexpr size_t kMostImagePixels = size_t{128} * 128;

std::vector<int64_t> shown_columns(const JudgedTable& table) {
  std::vector<int64_t> places;
  for (const ColumnFacts& column : table.schema.columns) {
    if (places.size() < kMostColumns) places.push_back(table.table.find(column.name));
  }
  return places;
}

}  // namespace

void show_rows(const CleanInput& input, CleanSummary& summary) {
  const auto wanted = std::clamp(static_cast<size_t>(summary.flagged), kFewestRows, kMostRows);
  std::vector<int64_t> columns;
  if (input.table) {
    columns = shown_columns(*input.table);
    for (const int64_t column : columns) summary.columns.push_back(input.table->table.name(column));
  } else if (static_cast<size_t>(input.images->height * input.images->width) <= kMostImagePixels) {
    summary.image_height = input.images->height;
    summary.image_width = input.images->width;
    summary.image_channels = input.images->channels;
  }
  for (size_t k = 0; k < std::min(wanted, summary.verdicts.size()); ++k) {
    if (summary.verdicts[k].trusted) break;  // the last of the list
    const int64_t row = summary.verdicts[k].row - 1;
    ShownRow own = {row + 1, {}, {}};
    for (const int64_t column : columns) own.cells.emplace_back(input.table->table.text(row, column));
    if (summary.shows_images()) own.pixels = input.images->drawn(row);
    summary.shown.push_back(std::move(own));
  }
}

}  // namespace gbho::inline internal
