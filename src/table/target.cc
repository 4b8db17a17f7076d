#include "table/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/message.h"
#include "table/cell_text.h"
#include "table/column_look.h"
#include "table/table_parts.h"

namespace gbho::inline internal {
namespace {

/// One value of the target: a class, if it is a classification.
struct TargetValue {
  std::string name;  // the shortest spelling
  double number = 0;
  int64_t rows = 0;
};

std::vector<TargetValue> values_of(const TextColumn& cells) {
  const std::vector<int64_t> counts = entry_counts(cells);
  std::unordered_map<std::string, TargetValue> values;
  for (uint32_t entry = 0; entry < cells.entries(); ++entry) {
    if (counts[entry] == 0 || cells.missing(entry)) continue;
    const std::string_view text = cells.text(entry);
    TargetValue& value = values[value_key(text, cells.number(entry))];
    const bool shorter =
        text.size() < value.name.size() || (text.size() == value.name.size() && text < value.name);
    if (value.rows == 0 || shorter) value.name = text;
    value.number = cells.number(entry);
    value.rows += counts[entry];
  }
  std::vector<TargetValue> sorted;
  sorted.reserve(values.size());
  for (auto& [key, value] : values) {
    // "1,5" of a table with decimal commas would not be found again in another.
    if (!std::isnan(value.number) && spelled_number(value.name) != value.number)
      value.name = shortest_text(value.number);
    sorted.push_back(std::move(value));
  }
  std::sort(sorted.begin(), sorted.end(), [](const TargetValue& a, const TargetValue& b) {
    if (std::isnan(a.number) != std::isnan(b.number)) return !std::isnan(a.number);
    return !std::isnan(a.number) ? a.number < b.number : a.name < b.name;
  });
  return sorted;
}

class TaskFinder {
 public:
  TaskFinder(const Table& table, int64_t column, TableSchema& schema)
      : table_(table),
        column_(column),
        cells_(text_column(table, column)),
        schema_(schema),
        name_(shown(table.name(column))) {}

  void find(const std::string& task) {
    if (table_.rows() < 2) {
      throw bad_file(table_.source(), "", "only one row",
                     "give some rows to learn from and some to check with");
    }
    look_ = look_at(cells_);
    require_all_cells();
    if (look_.distinct() == 1) {
      throw bad_file(
          table_.source(), "",
          fmt::format("the target {} has one value, {}, in all rows", name_, shown(table_.text(0, column_))),
          "name another target, or add rows with other values");
    }
    values_ = values_of(cells_);
    const bool classes = task == "auto" ? classes_by_look() : task == "classification";
    if (task != "auto") schema_.task_reason = fmt::format("{}, as asked for with --task", task);
    schema_.task = classes ? Task::kClassification : Task::kRegression;
    classes ? take_classes() : require_numbers();
  }

 private:
  void require_all_cells() const {
    if (look_.missing == 0) return;
    int64_t row = 0;
    while (!table_.missing(row, column_)) ++row;
    const std::string_view text = table_.text(row, column_);
    const bool all = look_.present() == 0;
    throw bad_file(
        table_.source(), cell_place(table_, row, column_),
        text.empty() ? "the target is empty"
                     : fmt::format("the target is {}, which is read as missing", shown(text)),
        all ? "no row has a value there: name another target"
            : fmt::format("fill it in or remove the row ({} in all); a class of this name needs another one",
                          look_.missing));
  }

  bool classes_by_look() {
    if (look_.numbers == look_.present()) return classes_by_numbers();
    constexpr int64_t kManyNumbers = 20;
    if (look_.texts > 0 && look_.distinct_numbers > kManyNumbers && 20 * look_.texts < look_.numbers) {
      require_numbers();  // which says where the few texts stand
    }
    schema_.task_reason =
        fmt::format("classification: {} holds text, {} different (--task regression is for numbers)", name_,
                    values_.size());
    return true;
  }

  /// Classes that are written as numbers: few, whole, and each of them more than a straggler; counts and
  /// ratings have stragglers at their ends.
  bool classes_by_numbers() {
    constexpr int64_t kVeryFew = 7;
    constexpr int64_t kFew = 20;
    const int64_t distinct = look_.distinct_numbers;
    if (distinct == 2) return reason(true, "has two values");
    if (!look_.whole) return reason(false, "has numbers with a fraction");
    if (distinct > kFew) return reason(false, fmt::format("has {} different numbers", distinct));
    const int64_t enough = distinct <= kVeryFew ? 3 : 5;
    const auto fewest = std::min_element(values_.begin(), values_.end(),
                                         [](const auto& a, const auto& b) { return a.rows < b.rows; });
    if (look_.dressed == 0 && fewest->rows >= enough) {
      return reason(true,
                    fmt::format("has {} whole numbers, each in {} rows or more", distinct, fewest->rows));
    }
    return reason(false, look_.dressed > 0
                             ? "has numbers with a unit"
                             : fmt::format("has {} whole numbers, {} in only {} row{}", distinct,
                                           fewest->name, fewest->rows, fewest->rows == 1 ? "" : "s"));
  }

  bool reason(bool classes, const std::string& why) {
    schema_.task_reason =
        fmt::format("{}: {} {} (--task {} overrides this)", classes ? "classification" : "regression", name_,
                    why, classes ? "regression" : "classification");
    return classes;
  }

  void take_classes() {
    int64_t single = 0;
    const TargetValue* alone = nullptr;
    for (const TargetValue& value : values_) {
      schema_.class_names.push_back(value.name);
      if (value.rows > 1) continue;
      ++single;
      if (alone == nullptr) alone = &value;
    }
    if (alone == nullptr) return;
    int64_t row = 0;
    const std::string key = value_key(alone->name, alone->number);
    while (value_key(table_.text(row, column_), table_.number(row, column_)) != key) ++row;
    const bool many = 2 * single > static_cast<int64_t>(values_.size());
    throw bad_file(table_.source(), cell_place(table_, row, column_),
                   single == 1
                       ? fmt::format("the class {} has this row alone", shown(alone->name))
                       : fmt::format("the class {} has this row alone, and {} more classes have one row",
                                     shown(alone->name), single - 1),
                   many ? (look_.numbers == look_.present()
                               ? "use --task regression, or name another target"
                               : "name another target (--target COLUMN): this one hardly repeats")
                        : "add rows of it, merge it with another class, or remove the row");
  }

  // Errors are squared.
  void require_moderate_numbers() const {
    constexpr double kLargest = 1e100;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (int64_t row = 0; row < table_.rows(); ++row) {
      const double value = entry_number(cells_, cells_.entry(static_cast<size_t>(row)), look_.number_reading);
      if (std::abs(value) > kLargest) {
        throw bad_file(table_.source(), cell_place(table_, row, column_),
                       fmt::format("the target {} is too large", shown(table_.text(row, column_))),
                       "give it in larger units: up to 1e100");
      }
      least = std::min(least, value);
      most = std::max(most, value);
    }
    if (most - least > 1 / kLargest) return;
    throw bad_file(table_.source(), "",
                   fmt::format("the values of the target {} differ by less than 1e-100", name_),
                   "give it in smaller units");
  }

  void require_numbers() const {
    if (look_.numbers == look_.present()) return require_moderate_numbers();
    int64_t row = 0;
    while (!std::isnan(entry_number(cells_, cells_.entry(static_cast<size_t>(row)), look_.number_reading))) {
      ++row;
    }
    throw bad_file(table_.source(), cell_place(table_, row, column_),
                   fmt::format("the target {} is no number", shown(table_.text(row, column_))),
                   "correct it or remove the row, or use --task classification");
  }

  const Table& table_;
  int64_t column_;
  const TextColumn& cells_;
  TableSchema& schema_;
  std::string name_;
  ColumnLook look_;
  std::vector<TargetValue> values_;
};

int64_t target_column(const Table& table, const TableSchema& schema) {
  const int64_t column = table.find(schema.target);
  if (column >= 0) return column;
  throw bad_file(table.source(), "", fmt::format("no column is called {}, the target", shown(schema.target)),
                 "add it, or name it in the header as it was in training");
}

DataError bad_target(const Table& table, int64_t row, int64_t column, const std::string& remedy) {
  const std::string_view text = table.text(row, column);
  return bad_file(table.source(), cell_place(table, row, column),
                  table.missing(row, column) ? fmt::format("the target is missing ({})", shown(text))
                                             : fmt::format("the target {} is not known", shown(text)),
                  remedy);
}

}  // namespace

std::string value_key(std::string_view text, double number) {
  return std::isnan(number) ? std::string(text) : shortest_text(number == 0 ? 0 : number);
}

void decide_task(const Table& table, int64_t column, const std::string& task, TableSchema& schema) {
  TaskFinder(table, column, schema).find(task);
}

}  // namespace gbho::inline internal

namespace gbho {

std::vector<int64_t> class_numbers(const Table& table, const TableSchema& schema, bool lenient) {
  const int64_t column = target_column(table, schema);
  const TextColumn& cells = text_column(table, column);
  std::unordered_map<std::string, int64_t> numbers;
  for (const std::string& name : schema.class_names) {
    numbers.emplace(value_key(name, spelled_number(name)), static_cast<int64_t>(numbers.size()));
  }
  std::vector<int64_t> of_entries(cells.entries(), -1);
  for (uint32_t entry = 0; entry < cells.entries(); ++entry) {
    if (cells.missing(entry)) continue;
    const auto found = numbers.find(value_key(cells.text(entry), cells.number(entry)));
    if (found != numbers.end()) of_entries[entry] = found->second;
  }
  std::vector<int64_t> classes(cells.rows());
  for (size_t row = 0; row < classes.size(); ++row) {
    classes[row] = of_entries[cells.entry(row)];
    if (classes[row] < 0 && !lenient) {
      throw bad_target(table, static_cast<int64_t>(row), column,
                       "give one of the classes of the training table, or remove the row");
    }
  }
  return classes;
}

std::vector<double> target_values(const Table& table, const TableSchema& schema, bool lenient) {
  const int64_t column = target_column(table, schema);
  const TextColumn& cells = text_column(table, column);
  const std::string reading = look_at(cells).number_reading;
  std::vector<double> values(cells.rows());
  for (size_t row = 0; row < values.size(); ++row) {
    values[row] = entry_number(cells, cells.entry(row), reading);
    if (std::isnan(values[row]) && !lenient) {
      throw bad_target(table, static_cast<int64_t>(row), column, "give a number, or remove the row");
    }
  }
  return values;
}

}  // namespace gbho
