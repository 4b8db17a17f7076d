#include "table/fit_column.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "table/column_encoder.h"
#include "table/column_look.h"
#include "table/table_parts.h"
#include "table/target.h"

namespace gbho::inline internal {
namespace {

/// Between two order statistics, by linear interpolation. Reorders the values.
double quantile(std::vector<double>& values, double share) {
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(place);
  const auto at = values.begin() + below;
  std::nth_element(values.begin(), at, values.end());
  const double weight = place - static_cast<double>(below);
  if (weight == 0) return *at;
  const double next = *std::min_element(at + 1, values.end());
  return *at * (1 - weight) + next * weight;
}

double usable_scale(double scale) {
  if (std::isnan(scale)) return 1;
  return std::clamp(scale, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
}

/// Most values are the median: the typical distance of the others from it.
double spread_of_others(const std::vector<double>& values, double center) {
  std::vector<double> distances;
  for (const double value : values) {
    if (value != center) distances.push_back(std::abs(value / 2 - center / 2));
  }
  return distances.empty() ? 1 : 2 * quantile(distances, 0.5);
}

NumberScale fit_scale(std::vector<double> values) {
  constexpr double kQuartilesOfNormal = 1.349;  // the distance between them, in deviations
  constexpr double kLongTail = 8;
  NumberScale scale;
  if (values.empty()) return scale;
  scale.center = quantile(values, 0.5);
  const double half_range = quantile(values, 0.75) / 2 - quantile(values, 0.25) / 2;
  scale.scale = usable_scale(half_range > 0 ? half_range / kQuartilesOfNormal * 2
                                            : spread_of_others(values, scale.center));
  const auto distance = [&](double share) {
    return std::abs(quantile(values, share) / 2 - scale.center / 2) / scale.scale * 2;
  };
  scale.long_tails = distance(0.005) > kLongTail || distance(0.995) > kLongTail;
  return scale;
}

/// Quantiles, each once; none where there are too few different values for parts to say more than the value.
std::vector<double> fit_edges(std::vector<double> values, int64_t bins) {
  constexpr size_t kLeast = 4;  // different values
  if (bins < 2 || values.empty()) return {};
  std::sort(values.begin(), values.end());
  std::vector<double> different = values;
  different.erase(std::unique(different.begin(), different.end()), different.end());
  if (different.size() < kLeast) return {};
  std::vector<double> edges;
  for (int64_t bin = 0; bin <= bins; ++bin) {
    const double edge = quantile(values, static_cast<double>(bin) / static_cast<double>(bins));
    if (edges.empty() || edge > edges.back()) edges.push_back(edge);
  }
  return edges.size() < 3 ? std::vector<double>{} : edges;
}

std::vector<double> numbers_of(const TextColumn& cells, const std::string& reading,
                               std::span<const int64_t> rows) {
  std::vector<double> numbers;
  numbers.reserve(rows.size());
  for (const int64_t row : rows) {
    const double number = entry_number(cells, cells.entry(static_cast<size_t>(row)), reading);
    if (!std::isnan(number)) numbers.push_back(number);
  }
  return numbers;
}

void fit_dates(ColumnCode& code, const TextColumn& cells, std::span<const int64_t> rows) {
  std::vector<double> days;
  std::vector<double> years;
  days.reserve(rows.size());
  years.reserve(rows.size());
  for (const int64_t row : rows) {
    const auto date = parse_date(cells.text(cells.entry(static_cast<size_t>(row))), order_of(code.reading));
    if (!date) continue;
    days.push_back(date->days);
    years.push_back(date->year);
  }
  code.number = fit_scale(std::move(days));
  code.year = fit_scale(std::move(years));
}

struct Frequency {
  std::string key;
  double number = 0;
  int64_t rows = 0;
};

/// The values of these rows, the most frequent ones first.
std::vector<Frequency> frequencies(const TextColumn& cells, const std::string& reading,
                                   std::span<const int64_t> rows) {
  std::vector<int64_t> counts(cells.entries(), 0);
  for (const int64_t row : rows) ++counts[cells.entry(static_cast<size_t>(row))];
  std::unordered_map<std::string, Frequency> by_key;
  for (uint32_t entry = 0; entry < cells.entries(); ++entry) {
    if (counts[entry] == 0 || cells.missing(entry)) continue;
    const double number = entry_number(cells, entry, reading);
    std::string key = value_key(cells.text(entry), number);
    Frequency& frequency = by_key[key];
    frequency.key = std::move(key);
    frequency.number = number;
    frequency.rows += counts[entry];
  }
  std::vector<Frequency> sorted;
  sorted.reserve(by_key.size());
  for (auto& [key, frequency] : by_key) sorted.push_back(std::move(frequency));
  std::sort(sorted.begin(), sorted.end(), [](const Frequency& a, const Frequency& b) {
    return a.rows != b.rows ? a.rows > b.rows : a.key < b.key;
  });
  return sorted;
}

void fit_yes_no(ColumnCode& code, const TextColumn& cells, std::span<const int64_t> rows) {
  std::vector<Frequency> both = frequencies(cells, code.reading, rows);
  if (both.empty()) return;
  if (both.size() == 1) both.push_back({});  // these rows have one of the two; no cell is ""
  // Of the usual pairs the second in the alphabet is the yes: no yes, false true, n y, 0 1.
  const bool numbers = !std::isnan(both[0].number) && !std::isnan(both[1].number);
  if (numbers ? both[1].number < both[0].number : both[1].key < both[0].key) std::swap(both[0], both[1]);
  code.values = {both[0].key, both[1].key};
}

void fit_category(ColumnCode& code, const TextColumn& cells, std::span<const int64_t> rows) {
  constexpr int64_t kOwnRows = 3;  // a value with fewer has too little to learn an input's weights from
  constexpr size_t kMostOfTheirOwn = 28;
  constexpr size_t kFirstOfMany = 16;  // with 12 signs, frequency, rare and missing: 31 inputs
  std::vector<Frequency> values = frequencies(cells, code.reading, rows);
  while (!values.empty() && values.back().rows < kOwnRows) values.pop_back();
  const size_t own = values.size() <= kMostOfTheirOwn ? values.size() : kFirstOfMany;
  const size_t end = std::min(values.size(), own + ColumnCode::kMostCoded);
  for (size_t i = 0; i < own; ++i) code.values.push_back(values[i].key);
  if (own == end) return;
  const double most = std::log(static_cast<double>(values[own].rows));
  const double least = std::log(static_cast<double>(values[end - 1].rows));
  for (size_t i = own; i < end; ++i) {
    const double rows_of_it = std::log(static_cast<double>(values[i].rows));
    code.coded.push_back(values[i].key);
    code.frequency.push_back(most > least ? 2 * (rows_of_it - least) / (most - least) - 1 : 0);
  }
}

/// The places that are not the same in all rows.
std::vector<uint32_t> places_that_vary(const ColumnCode& code, const Table& table, int64_t column,
                                       std::span<const int64_t> rows) {
  constexpr size_t kBlock = 512;
  const size_t places = code.places();
  std::vector<uint32_t> all(places);
  for (size_t i = 0; i < places; ++i) all[i] = static_cast<uint32_t>(i);
  const CategoryIndex index(code);
  const ColumnEncoder encoder(code, index, all, table, column, rows.size());
  std::vector<float> first(places, 0);
  if (!rows.empty()) encoder.encode(rows.first(1), first.data(), places);
  std::vector<char> varies(places, 0);
  for (size_t begin = 0; begin < rows.size(); begin += kBlock) {
    const auto block = rows.subspan(begin, std::min(kBlock, rows.size() - begin));
    std::vector<float> x(block.size() * places, 0);
    encoder.encode(block, x.data(), places);
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i] != first[i % places]) varies[i % places] = 1;
    }
    if (std::find(varies.begin(), varies.end(), 0) == varies.end()) break;
  }
  std::erase_if(all, [&](uint32_t place) { return varies[place] == 0; });
  return all;
}

}  // namespace

ColumnCode fit_column(const Table& table, int64_t column, const ColumnFacts& facts,
                      std::span<const int64_t> rows, int64_t bins) {
  const TextColumn& cells = text_column(table, column);
  ColumnCode code;
  code.name = facts.name;
  code.kind = facts.kind;
  code.reading = facts.reading;
  code.tolerant = facts.tolerant;
  if (code.kind == ColumnKind::kNumber) {
    std::vector<double> numbers = numbers_of(cells, code.reading, rows);
    code.edges = fit_edges(numbers, bins);
    code.number = fit_scale(std::move(numbers));
  }
  if (code.kind == ColumnKind::kDate) fit_dates(code, cells, rows);
  if (code.kind == ColumnKind::kYesNo) fit_yes_no(code, cells, rows);
  if (code.kind == ColumnKind::kCategory) fit_category(code, cells, rows);
  if (code.kind == ColumnKind::kYesNo && code.values.empty()) return code;
  code.kept = places_that_vary(code, table, column, rows);
  return code;
}

}  // namespace gbho::inline internal
