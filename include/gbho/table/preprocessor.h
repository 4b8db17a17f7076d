#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho {

struct PreprocessorOptions {
  /// Numbers get so many inputs more: how far the value has come through each part of its range, cut at
  /// quantiles (Gorishniy et al. 2022). 0: none.
  int64_t bins = 0;
};

/// Turns rows of a table into numbers that a network reads. Fitted on some rows, and on those alone: medians,
/// scales, categories and their codes. Columns are found by name in other tables.
class Preprocessor {
 public:
  Preprocessor();
  static Preprocessor fit(const Table& table, const TableSchema& schema, std::span<const int64_t> rows,
                          const PreprocessorOptions& options = {});

  /// Numbers of an encoded row.
  int64_t width() const;
  /// Of each of them: "age", "age is missing", "color = red", …
  const std::vector<std::string>& names() const;
  /// Of each of them: which of the schema's columns it comes from.
  const std::vector<int64_t>& origins() const;
  /// Writes [rows, width] to x. Throws DataError when a column that was fitted is not there, or when a number
  /// column holds text that is no number (row, column, value, remedy).
  void encode(const Table& table, std::span<const int64_t> rows, float* x) const;
  std::vector<float> encode(const Table& table) const;  ///< all rows

  /// Regression: the target is standardized with these, of the rows it was fitted on. 0 and 1 otherwise.
  double target_mean() const;
  double target_deviation() const;

  /// JSON, both ways; `from_json` throws DataError for anything that `to_json` cannot have written.
  std::string to_json() const;
  static Preprocessor from_json(const std::string& json);

  /// What was fitted; for the library itself (src/table/preprocessor_parts.h).
  struct Parts;

 private:
  explicit Preprocessor(std::shared_ptr<const Parts> parts);
  std::shared_ptr<const Parts> parts_;
};

}  // namespace gbho
