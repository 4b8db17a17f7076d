#include "table/column_encoder.h"

#include <cmath>
#include <numbers>
#include <string>

#include "base/message.h"
#include "table/cell_text.h"
#include "table/column_look.h"
#include "table/table_parts.h"
#include "table/target.h"

namespace gbho::inline internal {
namespace {

// What category_of says; others are indices into values and coded.
constexpr int64_t kRareCategory = -1;
constexpr int64_t kMissingCategory = -2;

}  // namespace

ColumnEncoder::ColumnEncoder(const ColumnCode& code, const CategoryIndex& index,
                             std::span<const uint32_t> kept, const Table& table, int64_t column, size_t rows)
    : code_(code),
      index_(index),
      table_(table),
      column_(column),
      cells_(text_column(table, column)),
      slots_(code.places(), -1) {
  for (size_t i = 0; i < kept.size(); ++i) slots_[kept[i]] = static_cast<int64_t>(i);
  if (code.kind == ColumnKind::kYesNo) {
    for (const std::string& value : code.values) numbers_.push_back(spelled_number(value));
  }
  if (code.kind == ColumnKind::kCategory && rows >= cells_.entries()) {
    std::vector<int64_t> categories(cells_.entries());
    for (uint32_t entry = 0; entry < cells_.entries(); ++entry) categories[entry] = category_of(entry);
    categories_ = std::move(categories);
  }
}

void ColumnEncoder::encode(std::span<const int64_t> rows, float* x, size_t stride) const {
  for (const int64_t row : rows) {
    const uint32_t entry = cells_.entry(static_cast<size_t>(row));
    switch (code_.kind) {
      case ColumnKind::kNumber:
        encode_number(entry, row, x);
        break;
      case ColumnKind::kYesNo:
        encode_yes_no(entry, x);
        break;
      case ColumnKind::kCategory:
        encode_category(categories_.empty() ? category_of(entry) : categories_[entry], x);
        break;
      case ColumnKind::kDate:
        encode_date(entry, row, x);
        break;
      case ColumnKind::kConstant:
      case ColumnKind::kIdentifier:
        break;
    }
    x += stride;
  }
}

void ColumnEncoder::encode_number(uint32_t entry, int64_t row, float* x) const {
  const double number = entry_number(cells_, entry, code_.reading);
  if (!std::isnan(number)) {
    put(x, 0, code_.number(number));
    for (size_t bin = 0; bin < code_.bins(); ++bin) put(x, 2 + bin, code_.part(bin, number));
    return;
  }
  if (!cells_.missing(entry) && !code_.tolerant) refuse(row, "number");
  put(x, 1, 1);
}

void ColumnEncoder::encode_yes_no(uint32_t entry, float* x) const {
  if (cells_.missing(entry)) return put(x, 1, 1);
  if (is_value(entry, 0)) return put(x, 0, -1);
  if (is_value(entry, 1)) put(x, 0, 1);
}

bool ColumnEncoder::is_value(uint32_t entry, size_t which) const {
  const std::string& value = code_.values[which];
  const std::string_view text = cells_.text(entry);
  if (text == value || entry_number(cells_, entry, code_.reading) == numbers_[which]) return true;
  // Other programs write TRUE for true; nothing is said about case where the two values differ in nothing
  // else.
  return text != code_.values[1 - which] && lower_case(text) == lower_case(value) &&
         lower_case(value) != lower_case(code_.values[1 - which]);
}

int64_t ColumnEncoder::category_of(uint32_t entry) const {
  if (cells_.missing(entry)) return kMissingCategory;
  const double number = entry_number(cells_, entry, code_.reading);
  return std::isnan(number) ? index_.find(cells_.text(entry)) : index_.find(value_key("", number));
}

void ColumnEncoder::encode_category(int64_t category, float* x) const {
  const size_t own = code_.values.size();
  if (category == kMissingCategory) return put(x, own + 1, 1);
  if (category == kRareCategory) return put(x, own, 1);
  const auto index = static_cast<size_t>(category);
  if (index < own) return put(x, index, 1);
  put(x, own + 2, code_.frequency[index - own]);
  for (size_t bit = 0; bit < ColumnCode::kCodeBits; ++bit) {
    put(x, own + 3 + bit, code_sign(code_.coded[index - own], bit));
  }
}

void ColumnEncoder::encode_date(uint32_t entry, int64_t row, float* x) const {
  constexpr size_t kMissingPlace = 9;
  constexpr int kSaturday = 5;
  const auto date = parse_date(cells_.text(entry), order_of(code_.reading));
  if (!date) {
    if (!cells_.missing(entry) && !code_.tolerant) refuse(row, "date");
    return put(x, kMissingPlace, 1);
  }
  const auto circle = [&](size_t place, double turn) {
    put(x, place, std::sin(2 * std::numbers::pi * turn));
    put(x, place + 1, std::cos(2 * std::numbers::pi * turn));
  };
  put(x, 0, code_.year(date->year));
  put(x, 1, code_.number(date->days));
  circle(2, (date->month - 1) / 12.0);
  circle(4, date->weekday / 7.0);
  put(x, 6, date->weekday >= kSaturday ? 1 : -1);
  circle(7, date->hour / 24);
}

void ColumnEncoder::refuse(int64_t row, const char* what) const {
  throw bad_file(table_.source(), cell_place(table_, row, column_),
                 shown(table_.text(row, column_)) + " is no " + what,
                 std::string("the column held ") + what +
                     "s when the model was made: correct the cell, or leave it empty if it is not known");
}

}  // namespace gbho::inline internal
