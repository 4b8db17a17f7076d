#include "table/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gbho::inline internal {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
// Infinities are what programs write where a division failed.
constexpr std::array<std::string_view, 15> kMissingWords = {
    "na",  "n/a", "nan", "null", "none",     "?",         "<na>",   "#n/a",
    "\\n", "nat", "inf", "-inf", "infinity", "-infinity", "#div/0!"};
constexpr size_t kLongestMissingWord = 9;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_in_lower_case(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return lower(a) == b; });
}

// 1.234.567,8 without its points; as it was where they do not stand before each three digits.
std::string without_grouping_points(std::string_view text) {
  const size_t sign = text.starts_with('-') ? 1 : 0;
  const size_t end = std::min(text.find(','), text.size());
  const size_t first = text.find('.');
  if (first == std::string_view::npos || first > end) return std::string(text);
  const bool grouped = first > sign && first <= sign + 3 && text[sign] != '0' && (end - first) % 4 == 0;
  std::string plain(text.substr(0, first));
  for (size_t i = first; i < end; ++i) {
    const bool point = (i - first) % 4 == 0;
    if (!grouped || point != (text[i] == '.')) return std::string(text);
    if (!point) plain += text[i];
  }
  return plain.append(text.substr(end));
}

double whole_number(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return kNoNumber;
  return value;
}

}  // namespace

std::string_view trimmed_cell(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool spells_missing(std::string_view text) {
  if (text.empty()) return true;
  if (text.size() > kLongestMissingWord) return false;
  return std::any_of(kMissingWords.begin(), kMissingWords.end(),
                     [&](std::string_view word) { return equal_in_lower_case(text, word); });
}

std::span<const std::string_view> missing_words() {
  return kMissingWords;
}

double spelled_number(std::string_view text, bool decimal_comma) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  if (text.empty()) return kNoNumber;
  const char first = text.front();
  if (first != '-' && first != '.' && first != ',' && (first < '0' || first > '9')) return kNoNumber;
  const double number = whole_number(text);
  if (!decimal_comma || !std::isnan(number)) return number;
  std::string with_point = without_grouping_points(text);
  const size_t comma = with_point.find(',');
  if (comma != std::string::npos && with_point.find('.') == std::string::npos) with_point[comma] = '.';
  return whole_number(with_point);
}

std::string shortest_text(double number) {
  std::array<char, 32> digits{};
  const auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return status == std::errc{} ? std::string(digits.data(), end) : "";
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

}  // namespace gbho::inline internal
