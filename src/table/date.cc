#include "table/date.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

constexpr std::array<std::string_view, 12> kMonthNames = {"january",   "february", "march",    "april",
                                                          "may",       "june",     "july",     "august",
                                                          "september", "october",  "november", "december"};
constexpr size_t kLongestDate = 48;

/// Takes parts off the front of a text; a part that is not there leaves the text as it is.
class DateScanner {
 public:
  explicit DateScanner(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  size_t left() const { return text_.size(); }
  char next() const { return text_.empty() ? '\0' : text_.front(); }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool blanks() {
    const size_t before = text_.size();
    while (take(' ')) {
    }
    return text_.size() != before;
  }
  /// Between `least` and `most` digits.
  std::optional<int> digits(size_t least, size_t most) {
    size_t count = 0;
    while (count < text_.size() && text_[count] >= '0' && text_[count] <= '9') ++count;
    int value = 0;
    if (count < least || count > most) return std::nullopt;
    std::from_chars(text_.data(), text_.data() + count, value);
    text_.remove_prefix(count);
    return value;
  }
  /// Four digits, or two as computers read them since POSIX: 69 to 99 are the last century's.
  std::optional<int> year() {
    if (const std::optional<int> whole = digits(4, 4)) return whole;
    const std::optional<int> part = digits(2, 2);
    return part ? std::optional<int>(*part + (*part < 69 ? 2000 : 1900)) : std::nullopt;
  }
  /// The number of a month by its name or its first three letters; a dot may follow those.
  std::optional<int> month_name() {
    size_t count = 0;
    while (count < text_.size() && is_letter(text_[count])) ++count;
    const std::string word = lower_case(text_.substr(0, count));
    for (size_t month = 0; month < kMonthNames.size(); ++month) {
      const bool abbreviated = word == kMonthNames[month].substr(0, 3) || word == "sept";
      if (word != kMonthNames[month] && !(abbreviated && kMonthNames[month].starts_with(word))) continue;
      text_.remove_prefix(count);
      if (abbreviated) take('.');
      return static_cast<int>(month) + 1;
    }
    return std::nullopt;
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  std::string_view text_;
};

struct DayParts {
  std::optional<int> year;
  std::optional<int> month;
  std::optional<int> day;
  bool complete() const { return year && month && day; }
};

DayParts year_first(DateScanner& scan) {
  DayParts parts;
  parts.year = scan.digits(4, 4);
  const bool hyphen = scan.take('-');
  const bool slash = !hyphen && scan.take('/');
  if (!hyphen && !slash) return {};
  parts.month = scan.digits(1, 2);
  if (hyphen && scan.done()) {  // 2021-03 is a month, and so its first day
    parts.day = 1;
    return parts;
  }
  if (!scan.take(hyphen ? '-' : '/')) return {};
  parts.day = scan.digits(1, 2);
  return parts;
}

/// 4.3.2021, 3/4/2021, 4-3-2021, 4 Mar 2021, 4-Mar-2021: the first two in the order they stand in. Years of
/// two digits where nothing else looks like that: 04.03.21, 3/4/21, 4-Mar-21, but neither 4.3.21 nor 4-3-21.
struct ThreeParts {
  DayParts parts;
  bool open_order = false;
};

ThreeParts day_first(DateScanner& scan) {
  ThreeParts three;
  const size_t before = scan.left();
  three.parts.day = scan.digits(1, 2);
  bool short_year = true;
  if (scan.take('.')) {
    scan.blanks();
    three.parts.month = scan.digits(1, 2);
    if (!three.parts.month) {
      three.parts.month = scan.month_name();
    } else if (!scan.take('.')) {
      return {};
    } else {
      short_year = before - scan.left() == std::string_view("04.03.").size();
    }
    scan.blanks();
  } else if (const char mark = scan.next(); mark == '/' || mark == '-') {
    scan.take(mark);
    three.parts.month = scan.digits(1, 2);
    three.open_order = three.parts.month.has_value();
    short_year = mark == '/' || !three.open_order;
    if (!three.parts.month) three.parts.month = scan.month_name();
    if (!scan.take(mark)) return {};
  } else if (scan.blanks()) {
    three.parts.month = scan.month_name();
    scan.take(',');
    if (!scan.blanks()) return {};
  } else {
    return {};
  }
  three.parts.year = short_year ? scan.year() : scan.digits(4, 4);
  return three;
}

DayParts name_first(DateScanner& scan) {
  DayParts parts;
  parts.month = scan.month_name();
  if (!parts.month || !scan.blanks()) return {};
  parts.day = scan.digits(1, 2);
  scan.take(',');
  if (!scan.blanks()) return {};
  parts.year = scan.digits(4, 4);
  return parts;
}

/// "", "T05:06", " 5:06:07.89 PM", "+01:00", "Z": the hour of the day, or nothing when something else stands
/// there.
std::optional<double> time_of_day(DateScanner& scan) {
  if (scan.done()) return 0;
  if (!scan.take('T') && !scan.blanks()) return std::nullopt;
  const std::optional<int> hour = scan.digits(1, 2);
  if (!hour || *hour > 24 || !scan.take(':')) return std::nullopt;
  const std::optional<int> minute = scan.digits(2, 2);
  if (!minute || *minute > 59) return std::nullopt;
  double seconds = 0;
  if (scan.take(':')) {
    const std::optional<int> whole = scan.digits(2, 2);
    if (!whole || *whole > 60) return std::nullopt;
    seconds = *whole;
    if (scan.take('.') && !scan.digits(1, 9)) return std::nullopt;  // fractions of a second tell nothing
  }
  scan.blanks();
  int half = 0;
  const bool am = scan.take('A') || scan.take('a');
  const bool pm = !am && (scan.take('P') || scan.take('p'));
  if (am || pm) {
    if ((!scan.take('M') && !scan.take('m')) || *hour > 12 || *hour == 0) return std::nullopt;
    half = pm ? (*hour == 12 ? 0 : 12) : (*hour == 12 ? -12 : 0);
  }
  if (!scan.take('Z') && (scan.take('+') || scan.take('-'))) {
    const std::optional<int> zone = scan.digits(2, 4);
    if (!zone || (scan.take(':') && !scan.digits(2, 2))) return std::nullopt;
  }
  if (!scan.done()) return std::nullopt;
  return *hour + half + *minute / 60.0 + seconds / 3600.0;
}

std::optional<Date> checked_date(const DayParts& parts, double hour) {
  if (!parts.complete() || *parts.year < 1000) return std::nullopt;
  const std::chrono::year_month_day day(std::chrono::year(*parts.year),
                                        std::chrono::month(static_cast<unsigned>(*parts.month)),
                                        std::chrono::day(static_cast<unsigned>(*parts.day)));
  if (!day.ok()) return std::nullopt;
  const std::chrono::sys_days days(day);
  const auto monday_is_zero = std::chrono::weekday(days).iso_encoding() - 1;
  return Date{*parts.year,
              *parts.month,
              *parts.day,
              static_cast<int>(monday_is_zero),
              static_cast<double>(days.time_since_epoch().count()) + hour / 24,
              hour};
}

std::optional<Date> with_time(const DayParts& parts, DateScanner& scan) {
  if (!parts.complete()) return std::nullopt;
  const std::optional<double> hour = time_of_day(scan);
  return hour ? checked_date(parts, *hour) : std::nullopt;
}

bool cannot_be_date(std::string_view text) {
  return text.size() < 6 || text.size() > kLongestDate ||
         text.find_first_of("-/. ") == std::string_view::npos;
}

DayParts swapped(DayParts parts) {
  std::swap(parts.day, parts.month);
  return parts;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text, DateOrder order) {
  if (cannot_be_date(text)) return std::nullopt;
  DateScanner scan(text);
  if (const DayParts parts = year_first(scan); parts.complete()) return with_time(parts, scan);
  scan = DateScanner(text);
  if (const ThreeParts three = day_first(scan); three.parts.complete()) {
    const std::optional<double> hour = time_of_day(scan);
    if (!hour) return std::nullopt;
    if (!three.open_order || order == DateOrder::kDayFirst) return checked_date(three.parts, *hour);
    const std::optional<Date> date = checked_date(swapped(three.parts), *hour);
    return date || order == DateOrder::kMonthFirst ? date : checked_date(three.parts, *hour);
  }
  scan = DateScanner(text);
  return with_time(name_first(scan), scan);
}

std::optional<SlashDate> slash_date(std::string_view text) {
  if (cannot_be_date(text)) return std::nullopt;
  DateScanner scan(text);
  const ThreeParts three = day_first(scan);
  if (!three.open_order || !three.parts.complete()) return std::nullopt;
  return SlashDate{checked_date(three.parts, 0).has_value(),
                   checked_date(swapped(three.parts), 0).has_value()};
}

}  // namespace gbho::inline internal
