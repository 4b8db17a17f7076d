#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table/date.h"
#include "table/text_column.h"

namespace gbho::inline internal {

/// What the cells of a column look like, all rows taken together. Cells that are not missing are numbers
/// (with or without something around them), dates or other texts.
struct ColumnLook {
  int64_t missing = 0;
  int64_t numbers = 0;
  int64_t dressed = 0;  ///< those of the numbers with something around them
  int64_t dates = 0;
  int64_t texts = 0;
  int64_t distinct_numbers = 0;
  int64_t distinct_texts = 0;   ///< dates among them
  int64_t distinct_strays = 0;  ///< texts that are neither numbers nor dates
  bool whole = true;            ///< all numbers are whole
  bool either_order = false;    ///< dates with slashes could be read both ways
  std::string number_reading;
  DateOrder date_order = DateOrder::kAny;
  int64_t first_text = -1;     ///< row, of neither number nor date
  int64_t first_dressed = -1;  ///< row

  int64_t present() const { return numbers + dates + texts; }
  int64_t distinct() const { return distinct_numbers + distinct_texts; }
};

ColumnLook look_at(const TextColumn& column);

/// How many rows have each entry.
std::vector<int64_t> entry_counts(const TextColumn& column);

/// The number of an entry, with or without something around it; NaN when it is none.
double entry_number(const TextColumn& column, uint32_t entry, const std::string& reading);

}  // namespace gbho::inline internal
