#include "table/sniff.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gbho/base/error.h"
#include "table/cell_text.h"
#include "table/date.h"
#include "table/record_reader.h"

namespace gbho::inline internal {
namespace {

// As much of a table as is looked at; of a wide one at least a few records.
constexpr size_t kSampleBytes = size_t{1} << 19;
constexpr size_t kSampleRecords = 1000;
constexpr size_t kFewRecords = 3;

bool sample_goes_on(const RecordReader& reader, size_t records) {
  return records < kFewRecords || (records < kSampleRecords && reader.position() < kSampleBytes);
}

/// How many cells every record of the sample has; none when they differ or cannot be read.
std::optional<size_t> cells_of_all(std::string_view text, std::string_view name, char separator) {
  RecordReader reader(text, name, separator);
  std::optional<size_t> cells;
  try {
    for (size_t records = 0; sample_goes_on(reader, records) && reader.next();) {
      if (reader.blank()) continue;
      if (cells && *cells != reader.cells().size()) return std::nullopt;
      cells = reader.cells().size();
      ++records;
    }
  } catch (const DataError&) {
    return std::nullopt;
  }
  return cells;
}

/// As far as it can be read.
size_t cells_of_first(std::string_view text, std::string_view name, char separator) {
  RecordReader reader(text, name, separator);
  try {
    while (reader.next() && reader.blank()) {
    }
  } catch (const DataError&) {
    return reader.cells().size();
  }
  return reader.cells().size();
}

enum class CellLook { kMissing, kTyped, kText };

CellLook look_of(std::string_view cell, bool decimal_comma) {
  if (spells_missing(cell)) return CellLook::kMissing;
  const bool typed = !std::isnan(spelled_number(cell, decimal_comma)) || parse_date(cell, DateOrder::kAny);
  return typed ? CellLook::kTyped : CellLook::kText;
}

/// What stands below the first record in one column.
struct Below {
  bool typed = false;
  bool text = false;
  bool repeats_first = false;
};

class HeaderSearch {
 public:
  HeaderSearch(std::string_view text, std::string_view name, char separator)
      : reader_(text, name, separator), decimal_comma_(separator == ';') {}

  bool found() {
    while (reader_.next() && reader_.blank()) {
    }
    first_.assign(reader_.cells().begin(), reader_.cells().end());
    below_.resize(first_.size());
    for (size_t records = 1; sample_goes_on(reader_, records) && reader_.next();) {
      if (reader_.blank()) continue;
      ++records;
      look_below();
    }
    return judge();
  }

 private:
  void look_below() {
    const size_t columns = std::min(first_.size(), reader_.cells().size());
    for (size_t i = 0; i < columns; ++i) {
      const std::string_view cell = reader_.cells()[i];
      const CellLook look = look_of(cell, decimal_comma_);
      below_[i].typed |= look == CellLook::kTyped;
      below_[i].text |= look == CellLook::kText;
      below_[i].repeats_first |= look != CellLook::kMissing && cell == first_[i];
    }
  }

  bool judge() const {
    size_t header = 0;
    size_t row = 0;
    for (size_t i = 0; i < first_.size(); ++i) {
      const CellLook look = look_of(first_[i], decimal_comma_);
      if (look == CellLook::kText && below_[i].typed && !below_[i].text) ++header;
      if (look == CellLook::kTyped || below_[i].repeats_first) ++row;
    }
    if (header > 0) return header > row;
    return row == 0 && all_differ();
  }

  /// A few names may have been forgotten.
  bool all_differ() const {
    std::vector<std::string> texts = first_;
    std::erase(texts, "");
    std::sort(texts.begin(), texts.end());
    return !texts.empty() && 2 * texts.size() >= first_.size() &&
           std::adjacent_find(texts.begin(), texts.end()) == texts.end();
  }

  RecordReader reader_;
  bool decimal_comma_;
  std::vector<std::string> first_;
  std::vector<Below> below_;
};

}  // namespace

char find_separator(std::string_view text, std::string_view name) {
  constexpr std::array<char, 4> kSeparators = {'\t', ';', '|', ','};
  for (const char separator : kSeparators) {
    if (cells_of_all(text, name, separator).value_or(1) > 1) return separator;
  }
  // Nothing fits, so that a row is faulty: the separator of the first record tells which.
  return *std::max_element(kSeparators.rbegin(), kSeparators.rend(), [&](char a, char b) {
    return cells_of_first(text, name, a) < cells_of_first(text, name, b);
  });
}

bool first_record_is_header(std::string_view text, std::string_view name, char separator) {
  return HeaderSearch(text, name, separator).found();
}

}  // namespace gbho::inline internal
