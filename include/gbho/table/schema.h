#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/table/table.h"

namespace gbho {

/// What a column of a table holds.
enum class ColumnKind { kNumber, kYesNo, kCategory, kDate, kConstant, kIdentifier };
std::string to_string(ColumnKind kind);

enum class Task { kClassification, kRegression };
std::string to_string(Task task);

/// One column, as it was understood.
struct ColumnFacts {
  std::string name;
  ColumnKind kind = ColumnKind::kNumber;
  int64_t missing = 0;   ///< cells
  int64_t distinct = 0;  ///< values
  std::string note;      ///< why it is left out, what was done to it; "" when there is nothing to say
  /// How its cells are read where that needs saying: "day first" or "month first" of dates, "$#" or "# years"
  /// of numbers with something around them.
  std::string reading;
  bool tolerant = false;  ///< cells that are no number, or no date, are read as missing
  bool used() const { return kind != ColumnKind::kConstant && kind != ColumnKind::kIdentifier; }
};

/// What the columns of a table are, and what is to be predicted. It says how cells are read; nothing in it is
/// fitted to values of the target or to the distribution of a column, so all folds share it.
struct TableSchema {
  std::vector<ColumnFacts> columns;  ///< the features, without the target, in the table's order
  std::string target;                ///< its name
  Task task = Task::kClassification;
  std::string task_reason;               ///< one sentence, with the option that overrides it
  std::vector<std::string> class_names;  ///< of a classification: sorted, numbers as numbers
};

/// Looks at the table. `target`: a column's name or number, "" for the last one; `task`: auto |
/// classification | regression. Throws DataError that names row, column, value and remedy: no such column,
/// one class, a class with one row, a target with missing cells (row), a million columns, …
/// Columns that are named in `categories` are such, even if their cells are numbers.
TableSchema find_schema(const Table& table, const std::string& target = "", const std::string& task = "auto",
                        const std::vector<std::string>& categories = {});

/// The target of every row: class numbers, or values. A missing or unknown one is −1, or NaN, with `lenient`;
/// else a DataError.
std::vector<int64_t> class_numbers(const Table& table, const TableSchema& schema, bool lenient = false);
std::vector<double> target_values(const Table& table, const TableSchema& schema, bool lenient = false);

}  // namespace gbho
