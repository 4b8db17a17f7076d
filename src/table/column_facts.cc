#include "table/column_facts.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/message.h"
#include "table/cell_text.h"
#include "table/column_look.h"
#include "table/table_parts.h"

namespace gbho::inline internal {
namespace {

std::string counted(int64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Few texts among many numbers are slips, or one word for "missing" that we do not know.
bool strays_are_missing(const ColumnLook& look, int64_t good, int64_t distinct_good) {
  constexpr int64_t kEnoughValues = 10;
  constexpr int64_t kFewer = 50;  // than one in so many
  if (look.texts == 0) return true;
  if (distinct_good < kEnoughValues || distinct_good < 3 * look.distinct_strays) return false;
  return look.texts * kFewer <= good + look.texts || look.texts == 1 ||
         (look.distinct_strays == 1 && look.texts < good);
}

class FactFinder {
 public:
  FactFinder(const Table& table, int64_t column)
      : table_(table), column_(column), look_(look_at(text_column(table, column))) {
    facts_.name = table.name(column);
    facts_.missing = look_.missing;
    facts_.distinct = look_.distinct();
  }

  /// `is_category`: somebody who knows has said so.
  ColumnFacts find(bool is_category) {
    if (is_category && look_.distinct() > 2) {
      decide_category();
    } else {
      decide();
    }
    return std::move(facts_);
  }

 private:
  void decide() {
    if (look_.present() == 0) return be(ColumnKind::kConstant, "left out: it has no values");
    if (look_.distinct() == 1) return decide_one_value();
    const bool all_numbers = look_.numbers == look_.present();
    if (all_numbers && look_.distinct_numbers != 2) return decide_number();
    if (look_.distinct() == 2) return decide_yes_no();
    if (look_.numbers == 0 && look_.dates > 0 &&
        strays_are_missing(look_, look_.dates, look_.distinct_texts - look_.distinct_strays)) {
      return decide_date();
    }
    if (look_.dates == 0 && strays_are_missing(look_, look_.numbers, look_.distinct_numbers)) {
      return decide_number();
    }
    decide_text();
  }

  void be(ColumnKind kind, const std::string& note) {
    facts_.kind = kind;
    say(note);
  }

  void say(const std::string& note) {
    if (note.empty()) return;
    if (!facts_.note.empty()) facts_.note += "; ";
    facts_.note += note;
  }

  void say_missing(const std::string& what) {
    if (look_.missing > 0) say(fmt::format("{}: {}", counted(look_.missing, "missing cell"), what));
  }

  void say_strays(const std::string& what) {
    if (look_.texts == 0) return;
    facts_.tolerant = true;
    say(fmt::format("{} with no {}, the first {} in {} {}: read as missing", counted(look_.texts, "cell"),
                    what, shown(table_.text(look_.first_text, column_)),
                    table_.parts().lines.empty() ? "row" : "line", table_.line(look_.first_text)));
  }

  void decide_one_value() {
    const std::string value = shown(some_text());
    if (look_.missing == 0) {
      return be(ColumnKind::kConstant, fmt::format("left out: {} in every row", value));
    }
    be(ColumnKind::kCategory, fmt::format("{} or missing", value));
  }

  std::string_view some_text() const {
    int64_t row = 0;
    while (table_.missing(row, column_)) ++row;
    return table_.text(row, column_);
  }

  void decide_yes_no() {
    be(ColumnKind::kYesNo, "");
    if (look_.dressed > 0) take_reading();
    say_missing("neither");
  }

  void take_reading() {
    facts_.reading = look_.number_reading;
    say(fmt::format("{} is read as {}", shown(table_.text(look_.first_dressed, column_)),
                    shortest_text(entry_number(text_column(table_, column_), first_dressed_entry(),
                                               look_.number_reading))));
  }

  uint32_t first_dressed_entry() const {
    return text_column(table_, column_).entry(static_cast<size_t>(look_.first_dressed));
  }

  void decide_number() {
    if (counts_rows()) {
      return be(ColumnKind::kIdentifier, "left out: it counts the rows");
    }
    if (is_number_of_record()) {
      return be(ColumnKind::kIdentifier,
                "left out: a different whole number in every row, and its name says id");
    }
    be(ColumnKind::kNumber, "");
    if (look_.dressed > 0) take_reading();
    say_strays("number");
    say_missing("the median, and an input that says so");
  }

  /// 1, 2, 3, … or 0, 1, 2, … down the rows.
  bool counts_rows() const {
    constexpr int64_t kEnoughRows = 10;
    if (!look_.whole || look_.missing > 0 || look_.distinct_numbers != table_.rows() ||
        table_.rows() < kEnoughRows) {
      return false;
    }
    const double first = table_.number(0, column_);
    if (first != 0 && first != 1) return false;
    for (int64_t row = 1; row < table_.rows(); ++row) {
      if (table_.number(row, column_) != first + static_cast<double>(row)) return false;
    }
    return true;
  }

  bool is_number_of_record() const {
    if (!look_.whole || look_.dressed > 0 || look_.distinct_numbers != table_.rows()) return false;
    const std::string name = lower_case(facts_.name);
    return name == "id" || name == "index" || name == "rownames" || name == "unnamed: 0" ||
           name.ends_with("_id") || name.ends_with(" id") || name.ends_with(".id") ||
           facts_.name.ends_with("Id") || (facts_.name.ends_with("ID") && facts_.name.size() > 2);
  }

  void decide_date() {
    be(ColumnKind::kDate, "");
    if (look_.date_order != DateOrder::kAny) {
      facts_.reading = look_.date_order == DateOrder::kDayFirst ? "day first" : "month first";
      say(look_.either_order ? "3/4/2021 can be read both ways: the month is taken to come first (write "
                               "2021-03-04 to be sure)"
                             : "read with the " + facts_.reading);
    }
    say_strays("date");
    say_missing("the median date, and an input that says so");
  }

  void decide_text() {
    if (look_.distinct() == look_.present()) {
      return be(ColumnKind::kIdentifier, "left out: a different text in every row");
    }
    decide_category();
  }

  void decide_category() {
    be(ColumnKind::kCategory, "");
    constexpr int64_t kSmall = 28;
    if (look_.distinct() > kSmall)
      say("many values: the frequent ones have inputs of their own, the others share some");
    say_missing("a value of their own");
  }

  const Table& table_;
  int64_t column_;
  ColumnLook look_;
  ColumnFacts facts_;
};

}  // namespace

ColumnFacts find_facts(const Table& table, int64_t column, bool is_category) {
  return FactFinder(table, column).find(is_category);
}

}  // namespace gbho::inline internal
