#include "table/column_code.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace gbho::inline internal {
namespace {

constexpr std::array<std::string_view, 9> kDatePlaces = {
    "year",    "days",        "month (sine)", "month (cosine)", "weekday (sine)", "weekday (cosine)",
    "weekend", "hour (sine)", "hour (cosine)"};

uint64_t stable_hash(std::string_view text) {  // FNV-1a, and the finish of MurmurHash3
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  hash = (hash ^ (hash >> 33U)) * 0xff51afd7ed558ccdULL;
  hash = (hash ^ (hash >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
  return hash ^ (hash >> 33U);
}

}  // namespace

double NumberScale::operator()(double x) const {
  // Halves: the difference of two numbers may be infinite where their halves' is not.
  double z = (x / 2 - center / 2) / scale * 2;
  if (long_tails) z = std::asinh(z);
  if (std::isinf(z)) return z > 0 ? kMost : -kMost;
  const double ratio = z / kMost;
  return std::abs(ratio) > 1e8 ? std::copysign(kMost, z) : z / std::sqrt(1 + ratio * ratio);
}

size_t ColumnCode::places() const {
  switch (kind) {
    case ColumnKind::kNumber:
      return 2 + bins();
    case ColumnKind::kYesNo:
      return 2;
    case ColumnKind::kDate:
      return kDatePlaces.size() + 1;
    case ColumnKind::kCategory:
      return values.size() + 2 + (coded.empty() ? 0 : 1 + kCodeBits);
    case ColumnKind::kConstant:
    case ColumnKind::kIdentifier:
      break;
  }
  return 0;
}

std::string ColumnCode::place_name(size_t place) const {
  if (kind == ColumnKind::kDate && place < kDatePlaces.size())
    return fmt::format("{}: {}", name, kDatePlaces[place]);
  if (kind == ColumnKind::kNumber && place >= 2)
    return fmt::format("{} from {} to {}", name, edges[place - 2], edges[place - 1]);
  if (kind == ColumnKind::kCategory) {
    if (place < values.size()) return fmt::format("{} = {}", name, values[place]);
    if (place == values.size()) return name + " is rare";
    if (place == values.size() + 2) return name + ": frequency";
    if (place > values.size() + 2) return fmt::format("{}: code {}", name, place - values.size() - 2);
  } else if (place == 0) {
    return kind == ColumnKind::kYesNo ? fmt::format("{} = {}", name, values[1]) : name;
  }
  return name + " is missing";
}

double ColumnCode::part(size_t bin, double x) const {
  if (x <= edges[bin]) return -1;
  if (x >= edges[bin + 1]) return 1;
  // Halves, as above: the part may be longer than the largest number.
  return 2 * ((x / 2 - edges[bin] / 2) / (edges[bin + 1] / 2 - edges[bin] / 2)) - 1;
}

CategoryIndex::CategoryIndex(const ColumnCode& code) {
  index_.reserve(code.values.size() + code.coded.size());
  for (const std::string& value : code.values) index_.emplace(value, static_cast<int64_t>(index_.size()));
  for (const std::string& value : code.coded) index_.emplace(value, static_cast<int64_t>(index_.size()));
}

int64_t CategoryIndex::find(std::string_view key) const {
  const auto found = index_.find(key);
  return found == index_.end() ? -1 : found->second;
}

double code_sign(std::string_view key, size_t bit) {
  return (stable_hash(key) >> bit & 1U) != 0 ? 1 : -1;
}

DateOrder order_of(const std::string& reading) {
  if (reading == "day first") return DateOrder::kDayFirst;
  return reading == "month first" ? DateOrder::kMonthFirst : DateOrder::kAny;
}

}  // namespace gbho::inline internal
