#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gbho::inline internal {

/// Which comes first where a date like 3/4/2021 leaves it open.
enum class DateOrder { kAny, kDayFirst, kMonthFirst };

struct Date {
  int year = 0;
  int month = 0;    ///< from 1
  int day = 0;      ///< from 1
  int weekday = 0;  ///< Monday is 0
  double days = 0;  ///< since 1970-01-01, with the time of day as a fraction
  double hour = 0;  ///< of the day, 0 to 24

  bool operator==(const Date&) const = default;
};

/// 2021-03-04, 2021-03, 2021/03/04, 2021-03-04T05:06:07.8+01:00, 4.3.2021, 3/4/2021, 4 Mar 2021, March 4,
/// 2021, each with a time or without; years 1000 to 9999. A zone is taken off: the local time is what people
/// live by. With `kAny` 3/4/2021 counts as a date, the month first when it can be.
std::optional<Date> parse_date(std::string_view text, DateOrder order);

/// Is this a date with slashes (or day-month-year with hyphens), and which orders can it have?
struct SlashDate {
  bool day_first = false;
  bool month_first = false;
};
std::optional<SlashDate> slash_date(std::string_view text);

}  // namespace gbho::inline internal
