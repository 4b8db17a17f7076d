#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

struct CsvOptions {
  std::string label_column;     ///< name or 0-based index; the last column when empty
  std::string header = "auto";  ///< auto | yes | no
};

/// A table of numbers with one column of labels. The labels stay text here: what number a text stands for
/// depends on the other parts of the data set too.
struct CsvTable {
  std::vector<std::string> names;  ///< of the feature columns; empty without a header
  std::string label_name;          ///< of the label column, or its index
  bool has_header = false;
  int64_t rows = 0;
  int64_t features = 0;
  std::vector<float> x;             ///< [rows, features], row-major
  std::vector<std::string> labels;  ///< [rows]
  std::vector<int64_t> lines;       ///< [rows]: where each row starts, from 1
};

/// Strict: a cell that is not a finite number, a row of another length, or an empty table is a DataError with
/// line and column. `name` is for messages.
CsvTable parse_csv(std::span<const uint8_t> bytes, std::string_view name, const CsvOptions& options = {});

/// The finite number that the whole of `text` spells, if it does.
std::optional<double> parse_number(std::string_view text);

}  // namespace gbho::inline internal
