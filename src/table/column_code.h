#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gbho/table/schema.h"
#include "table/date.h"
#include "table/text_column.h"

namespace gbho::inline internal {

/// Numbers made comparable. z = (x − center)/scale with median and quartiles, which a few wild values do not
/// move. Far from the center a column with long tails goes on as a logarithm (asinh z): incomes of a hundred
/// and a thousand times the median stay apart. At the end z/√(1 + (z/4)²), which is smooth and never beyond
/// ±4, so that no row that was not seen can throw a network off (RealMLP: Holzmüller et al. 2024).
struct NumberScale {
  static constexpr double kMost = 4;

  double center = 0;
  double scale = 1;
  bool long_tails = false;

  double operator()(double x) const;
};

/// What one column of a table becomes: a few *places*, of which those that are the same in all fitted rows
/// are left out.
///   number:    its value; "is missing"; with `edges` how far it has come through each part, from −1 to +1
///   yes/no:    −1 or +1; "is missing"
///   category:  one place for each of `values`; rare and unseen ones; missing; for `coded` ones, which are
///              frequent too but too many, how frequent they are and kCodeBits signs by their hash
///   date:      year, days, month and weekday and hour as points of a circle, weekend; "is missing"
struct ColumnCode {
  static constexpr size_t kCodeBits = 12;
  static constexpr size_t kMostPlaces = 32;
  static constexpr size_t kMostCoded = 2048;
  static constexpr size_t kMostBins = 64;

  std::string name;
  int64_t origin = 0;  // which of the schema's columns
  ColumnKind kind = ColumnKind::kNumber;
  std::string reading;
  bool tolerant = false;  // cells that are no number or date count as missing, as they did when it was fitted
  NumberScale number;     // of a date: its days
  NumberScale year;
  std::vector<double> edges;        // of a number's parts, rising; one more than there are parts
  std::vector<std::string> values;  // as keys (value_key); of yes/no: −1, then +1
  std::vector<std::string> coded;
  std::vector<double> frequency;  // of coded
  std::vector<uint32_t> kept;     // places

  size_t places() const;
  size_t bins() const { return edges.empty() ? 0 : edges.size() - 1; }
  /// −1 below the part, +1 above it, in between on the way.
  double part(size_t bin, double x) const;
  std::string place_name(size_t place) const;
};

/// Finds a category by its key: its index in values, or behind them in coded; −1 for rare and unseen ones.
class CategoryIndex {
 public:
  explicit CategoryIndex(const ColumnCode& code);
  int64_t find(std::string_view key) const;

 private:
  std::unordered_map<std::string_view, int64_t> index_;
};

/// +1 or −1, the same on every machine.
double code_sign(std::string_view key, size_t bit);

DateOrder order_of(const std::string& reading);

}  // namespace gbho::inline internal
