#include "table/dressed_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

constexpr std::array<std::string_view, 4> kCurrencies = {"$", "€", "£", "¥"};
constexpr size_t kLongestUnit = 16;
constexpr std::string_view kDecimalComma = "#,";

bool digit(char c) {
  return c >= '0' && c <= '9';
}

/// How much of the front is a number's: digits, commas, a point, a sign.
size_t number_length(std::string_view text) {
  size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  while (at < text.size() && (digit(text[at]) || text[at] == ',' || text[at] == '.')) ++at;
  return at;
}

/// NaN when commas stand elsewhere than before each three digits, or behind a zero: 0,749 is no 749.
double with_thousands(std::string_view text) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (text.find(',') == std::string_view::npos) return spelled_number(text);
  const size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  const std::string_view whole = text.substr(sign, std::min(text.find('.'), text.size()) - sign);
  const size_t first = std::min(whole.find(','), whole.size());
  if (first < 1 || first > 3 || whole[0] == '0' || (whole.size() - first) % 4 != 0) return kNone;
  std::string plain(text.substr(0, sign));
  for (size_t i = 0; i < whole.size(); ++i) {
    const bool comma = i >= first && (i - first) % 4 == 0;
    if (comma != (whole[i] == ',')) return kNone;
    if (!comma) plain += whole[i];
  }
  return spelled_number(plain.append(text.substr(sign + whole.size())));
}

}  // namespace

std::string number_reading(std::string_view text) {
  std::string reading;
  for (const std::string_view sign : kCurrencies) {
    if (!text.starts_with(sign)) continue;
    reading = sign;
    text.remove_prefix(sign.size());
    break;
  }
  if (!reading.empty() && text.starts_with(' ')) {
    reading += ' ';
    text.remove_prefix(1);
  }
  const size_t length = number_length(text);
  const std::string_view number = text.substr(0, length);
  const std::string_view unit = text.substr(length);
  if (unit.size() > kLongestUnit || std::any_of(unit.begin(), unit.end(), digit)) return "";
  if (!std::isnan(with_thousands(number))) return reading.append("#").append(unit);
  const bool dressed = !reading.empty() || !unit.empty();  // of plain numbers the whole table decides
  return dressed && !std::isnan(spelled_number(number, true)) ? reading.append(kDecimalComma).append(unit)
                                                              : "";
}

double dressed_number(std::string_view text, std::string_view reading) {
  const size_t number = reading.find('#');
  if (number == std::string_view::npos) return std::numeric_limits<double>::quiet_NaN();
  const std::string_view before = reading.substr(0, number);
  std::string_view behind = reading.substr(number + 1);
  const bool decimal_comma = behind.starts_with(',');
  if (decimal_comma) behind.remove_prefix(1);
  if (text.starts_with(before)) text.remove_prefix(before.size());
  if (text.ends_with(behind)) text.remove_suffix(behind.size());
  if (number_length(text) != text.size()) return std::numeric_limits<double>::quiet_NaN();
  return decimal_comma ? spelled_number(text, true) : with_thousands(text);
}

}  // namespace gbho::inline internal
