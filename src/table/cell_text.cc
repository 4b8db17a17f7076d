#include "table/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gbho::inline internal {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 6> kMissingWords = {"na", "n/a", "nan", "null", "none", "?"};
constexpr size_t kLongestMissingWord = 4;

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

double spelled_number(std::string_view text, bool decimal_comma) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  if (text.empty()) return kNoNumber;
  const char first = text.front();
  if (first != '-' && first != '.' && first != ',' && (first < '0' || first > '9')) return kNoNumber;
  if (!decimal_comma || text.find('.') != std::string_view::npos) return whole_number(text);
  const size_t comma = text.find(',');
  if (comma == std::string_view::npos) return whole_number(text);
  std::string with_point(text);
  with_point[comma] = '.';
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
