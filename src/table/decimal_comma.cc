#include "table/decimal_comma.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "table/cell_text.h"
#include "table/dressed_number.h"

namespace gbho::inline internal {
namespace {

/// What a column of numbers says of commas and points.
enum class Mark { kNone, kComma, kPoint };

Mark decimal_mark(const TextColumn& column) {
  bool comma = false;
  bool point = false;
  for (uint32_t entry = 0; entry < column.entries(); ++entry) {
    const std::string_view text = column.text(entry);
    if (spells_missing(text)) continue;
    if (std::isnan(spelled_number(text, true))) return Mark::kNone;
    if (text.find(',') == std::string_view::npos) {
      point |= text.find('.') != std::string_view::npos;
    } else {
      comma |= number_reading(text).empty();  // no thousands
    }
  }
  if (comma == point) return Mark::kNone;
  return comma ? Mark::kComma : Mark::kPoint;
}

}  // namespace

bool commas_are_decimal(const std::vector<TextColumn>& columns) {
  const bool commas = std::any_of(columns.begin(), columns.end(), [](const TextColumn& column) {
    return column.contains(',') && decimal_mark(column) == Mark::kComma;
  });
  return commas && std::none_of(columns.begin(), columns.end(), [](const TextColumn& column) {
           return column.contains('.') && decimal_mark(column) == Mark::kPoint;
         });
}

}  // namespace gbho::inline internal
