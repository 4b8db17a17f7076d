#include "table/column_look.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "table/dressed_number.h"

namespace gbho::inline internal {
namespace {

/// Looks at one entry after another; some things are only known when all were seen.
class Looker {
 public:
  explicit Looker(const TextColumn& column) : column_(column), counts_(entry_counts(column)) {}

  ColumnLook look() {
    look_.number_reading = common_reading();
    look_.date_order = common_order();
    kinds_.assign(column_.entries(), Kind::kMissing);
    for (uint32_t entry = 0; entry < column_.entries(); ++entry) {
      if (counts_[entry] > 0) kinds_[entry] = take(entry);
    }
    count_distinct();
    find_first_rows();
    return std::move(look_);
  }

 private:
  enum class Kind : uint8_t { kMissing, kNumber, kDressed, kDate, kText };

  bool is_text(uint32_t entry) const {
    return counts_[entry] > 0 && !column_.missing(entry) && std::isnan(column_.number(entry));
  }

  /// The reading that most of the cells with one have.
  std::string common_reading() const {
    constexpr size_t kMostReadings = 16;
    std::map<std::string, int64_t> readings;
    for (uint32_t entry = 0; entry < column_.entries(); ++entry) {
      if (!is_text(entry)) continue;
      const std::string reading = number_reading(column_.text(entry));
      if (reading.empty()) continue;
      if (readings.size() < kMostReadings || readings.contains(reading)) readings[reading] += counts_[entry];
    }
    // Beside 12,50 € stand 7 € and 1,500 €, which mean what the first says.
    for (auto& [reading, count] : readings) {
      const size_t comma = reading.find("#,");
      if (comma == std::string::npos) continue;
      const auto other = readings.find(std::string(reading).erase(comma + 1, 1));
      if (other != readings.end()) count += other->second;
    }
    const auto most = std::max_element(readings.begin(), readings.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == readings.end() ? "" : most->first;
  }

  DateOrder common_order() {
    int64_t day_first = 0;
    int64_t month_first = 0;
    for (uint32_t entry = 0; entry < column_.entries(); ++entry) {
      if (!is_text(entry)) continue;
      const auto date = slash_date(column_.text(entry));
      if (!date) continue;
      day_first += date->day_first ? counts_[entry] : 0;
      month_first += date->month_first ? counts_[entry] : 0;
    }
    look_.either_order = day_first > 0 && day_first == month_first;
    if (day_first == 0 && month_first == 0) return DateOrder::kAny;
    return day_first > month_first ? DateOrder::kDayFirst : DateOrder::kMonthFirst;
  }

  Kind take(uint32_t entry) {
    const int64_t count = counts_[entry];
    if (column_.missing(entry)) {
      look_.missing += count;
      return Kind::kMissing;
    }
    const double number = entry_number(column_, entry, look_.number_reading);
    if (!std::isnan(number)) {
      numbers_.push_back(number);
      look_.numbers += count;
      look_.whole = look_.whole && number == std::floor(number);
      if (!std::isnan(column_.number(entry))) return Kind::kNumber;
      look_.dressed += count;
      return Kind::kDressed;
    }
    const bool date = parse_date(column_.text(entry), look_.date_order).has_value();
    (date ? look_.dates : look_.texts) += count;
    (date ? dates_ : texts_).push_back(column_.text(entry));
    return date ? Kind::kDate : Kind::kText;
  }

  template <class T>
  static int64_t distinct(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    return std::unique(values.begin(), values.end()) - values.begin();
  }

  void count_distinct() {
    look_.distinct_numbers = distinct(numbers_);
    look_.distinct_strays = distinct(texts_);
    look_.distinct_texts = look_.distinct_strays + distinct(dates_);
  }

  void find_first_rows() {
    if (look_.texts == 0 && look_.dressed == 0) return;
    for (size_t row = 0; row < column_.rows(); ++row) {
      const Kind kind = kinds_[column_.entry(row)];
      if (kind == Kind::kText && look_.first_text < 0) look_.first_text = static_cast<int64_t>(row);
      if (kind == Kind::kDressed && look_.first_dressed < 0) look_.first_dressed = static_cast<int64_t>(row);
    }
  }

  const TextColumn& column_;
  std::vector<int64_t> counts_;
  ColumnLook look_;
  std::vector<Kind> kinds_;
  std::vector<double> numbers_;
  std::vector<std::string_view> dates_;
  std::vector<std::string_view> texts_;
};

}  // namespace

ColumnLook look_at(const TextColumn& column) {
  return Looker(column).look();
}

std::vector<int64_t> entry_counts(const TextColumn& column) {
  std::vector<int64_t> counts(column.entries(), 0);
  for (size_t row = 0; row < column.rows(); ++row) ++counts[column.entry(row)];
  return counts;
}

double entry_number(const TextColumn& column, uint32_t entry, const std::string& reading) {
  const double number = column.number(entry);
  if (!std::isnan(number) || reading.empty()) return number;
  return dressed_number(column.text(entry), reading);
}

}  // namespace gbho::inline internal
