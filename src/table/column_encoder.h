#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gbho/table/table.h"
#include "table/column_code.h"

namespace gbho::inline internal {

/// Encodes one column of one table.
class ColumnEncoder {
 public:
  /// Writes these places of the code, one beside the other. All must outlive the encoder. `rows`: about how
  /// many will be encoded.
  ColumnEncoder(const ColumnCode& code, const CategoryIndex& index, std::span<const uint32_t> kept,
                const Table& table, int64_t column, size_t rows);

  /// Row i goes to x + i·stride, which must be zero. Throws DataError for text where numbers or dates stand.
  void encode(std::span<const int64_t> rows, float* x, size_t stride) const;

 private:
  void encode_number(uint32_t entry, int64_t row, float* x) const;
  void encode_yes_no(uint32_t entry, float* x) const;
  void encode_category(int64_t category, float* x) const;
  void encode_date(uint32_t entry, int64_t row, float* x) const;
  int64_t category_of(uint32_t entry) const;
  bool is_value(uint32_t entry, size_t which) const;
  void refuse(int64_t row, const char* what) const;
  void put(float* x, size_t place, double value) const {
    if (slots_[place] >= 0) x[slots_[place]] = static_cast<float>(value);
  }

  const ColumnCode& code_;
  const CategoryIndex& index_;
  const Table& table_;
  int64_t column_;
  const TextColumn& cells_;
  std::vector<int64_t> slots_;       // of places; −1: left out
  std::vector<int64_t> categories_;  // of entries; empty: looked up when they come
  std::vector<double> numbers_;      // of yes/no's values
};

}  // namespace gbho::inline internal
