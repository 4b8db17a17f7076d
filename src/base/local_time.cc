#include "base/local_time.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>

namespace gbho::inline internal {
namespace {

constexpr int64_t kSecond = 1000000;
constexpr int64_t kDay = 86400 * kSecond;

// A number of exactly so many digits, -1 when there is anything else.
int64_t digits(std::string_view text) {
  int64_t value = 0;
  for (const char letter : text) {
    if (letter < '0' || letter > '9') return -1;
    value = 10 * value + (letter - '0');
  }
  return value;
}

std::optional<int64_t> fraction_of(const std::string& text) {
  if (text.empty()) return 0;
  constexpr size_t kMostDigits = 6;
  const std::string decimals = text.substr(1);
  if (text[0] != '.' || decimals.empty() || decimals.size() > kMostDigits) return std::nullopt;
  const int64_t value = digits(decimals + std::string(kMostDigits - decimals.size(), '0'));
  return value < 0 ? std::nullopt : std::optional(value);
}

std::optional<int64_t> day_of(std::string_view text) {
  if (text[4] != '-' || text[7] != '-') return std::nullopt;
  const int64_t year = digits(text.substr(0, 4));
  const int64_t month = digits(text.substr(5, 2));
  const int64_t day = digits(text.substr(8, 2));
  if (year < 0 || month < 0 || day < 0) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::optional<int64_t> second_of(std::string_view text) {
  if (text[2] != ':' || text[5] != ':') return std::nullopt;
  const int64_t hour = digits(text.substr(0, 2));
  const int64_t minute = digits(text.substr(3, 2));
  const int64_t second = digits(text.substr(6, 2));
  const bool good = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  return good ? std::optional(3600 * hour + 60 * minute + second) : std::nullopt;
}

}  // namespace

std::optional<int64_t> local_microseconds(const std::string& time) {
  constexpr size_t kWithoutFraction = 19;
  if (time.size() < kWithoutFraction || (time[10] != 'T' && time[10] != ' ')) return std::nullopt;
  const std::string_view view(time);
  const std::optional<int64_t> day = day_of(view.substr(0, 10));
  const std::optional<int64_t> second = second_of(view.substr(11, 8));
  const std::optional<int64_t> fraction = fraction_of(time.substr(kWithoutFraction));
  if (!day || !second || !fraction) return std::nullopt;
  return *day * kDay + *second * kSecond + *fraction;
}

std::string local_time_text(int64_t microseconds) {
  const int64_t rest = (microseconds % kDay + kDay) % kDay;
  const auto days = std::chrono::days((microseconds - rest) / kDay);
  const std::chrono::year_month_day date{std::chrono::sys_days(days)};
  const int64_t seconds = rest / kSecond;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), seconds / 3600,
                     seconds / 60 % 60, seconds % 60, rest % kSecond);
}

std::string time_span_text(int64_t microseconds) {
  // Days are rounded down, so that what is left is never negative: "-1 days +23:59:59".
  const int64_t rest = (microseconds % kDay + kDay) % kDay;
  const int64_t days = (microseconds - rest) / kDay;
  const int64_t seconds = rest / kSecond;
  const std::string text = fmt::format("{} days {}{:02}:{:02}:{:02}", days, days < 0 ? "+" : "",
                                       seconds / 3600, seconds / 60 % 60, seconds % 60);
  return rest % kSecond == 0 ? text : fmt::format("{}.{:06}", text, rest % kSecond);
}

}  // namespace gbho::inline internal
