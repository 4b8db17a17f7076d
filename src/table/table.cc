#include "gbho/table/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/message.h"
#include "base/sha256.h"
#include "table/cell_text.h"
#include "table/table_parts.h"
#include "table/table_text.h"

namespace gbho {
namespace {

/// Bytes are handed on in large pieces: cells are small.
class CellDigest {
 public:
  void add(std::string_view text) {
    const auto size = static_cast<uint32_t>(text.size());
    for (unsigned shift = 0; shift < 32; shift += 8) buffer_ += static_cast<char>(size >> shift);
    buffer_ += text;
    constexpr size_t kEnough = size_t{1} << 16;
    if (buffer_.size() >= kEnough) flush();
  }
  std::string hex() {
    flush();
    return sha_.hex();
  }

 private:
  void flush() {
    sha_.update({reinterpret_cast<const uint8_t*>(buffer_.data()), buffer_.size()});
    buffer_.clear();
  }
  Sha256 sha_;
  std::string buffer_;
};

std::string valid_text(const std::string& text) {
  return is_utf8(text) ? text : utf8_of_windows(text);
}

}  // namespace

void Table::Parts::set_names(std::vector<std::string> given) {
  names = std::move(given);
  std::unordered_set<std::string> taken(names.begin(), names.end());
  std::unordered_map<std::string, size_t> uses;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string wanted = names[i].empty() ? fmt::format("column {}", i + 1) : names[i];
    size_t& used = uses[wanted];
    if (used++ == 0 && !(names[i].empty() && taken.contains(wanted))) {
      names[i] = wanted;
    } else {
      do {
        used = std::max<size_t>(used, 2);
        names[i] = fmt::format("{} ({})", wanted, used);
      } while (taken.contains(names[i]) && ++used > 0);
    }
    taken.insert(names[i]);
  }
  for (size_t i = 0; i < names.size(); ++i) places.emplace(names[i], static_cast<int64_t>(i));
}

std::string internal::cell_place(const Table& table, int64_t row, int64_t column) {
  const bool from_file = !table.parts().lines.empty();
  return fmt::format("{} {}, column {} ({})", from_file ? "line" : "row",
                     from_file ? table.line(row) : row + 1, column + 1, table.name(column));
}

Table::Table(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Table Table::of_columns(std::vector<std::string> names, const std::vector<std::vector<std::string>>& columns,
                        const std::string& name) {
  if (names.size() != columns.size() || columns.empty()) {
    throw DataError(fmt::format("{}: {} names for {} columns; give each column a name", name, names.size(),
                                columns.size()));
  }
  auto parts = std::make_shared<Parts>();
  parts->source = name;
  parts->has_header = true;
  for (std::string& column : names) column = trimmed_cell(valid_text(column));
  parts->set_names(std::move(names));
  parts->rows = static_cast<int64_t>(columns[0].size());
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].size() != columns[0].size()) {
      throw DataError(fmt::format("{}: column {} has {} rows and column {} has {}; give all the same number",
                                  name, shown(parts->names[0]), columns[0].size(), shown(parts->names[i]),
                                  columns[i].size()));
    }
  }
  parts->columns.resize(columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    for (const std::string& cell : columns[i]) parts->columns[i].add(trimmed_cell(valid_text(cell)));
    parts->columns[i].finish(false);
  }
  return Table(std::move(parts));
}

int64_t Table::rows() const {
  return parts_->rows;
}

int64_t Table::columns() const {
  return static_cast<int64_t>(parts_->columns.size());
}

bool Table::has_header() const {
  return parts_->has_header;
}

const std::string& Table::source() const {
  return parts_->source;
}

const std::string& Table::name(int64_t column) const {
  return parts_->names[static_cast<size_t>(column)];
}

int64_t Table::find(std::string_view name) const {
  const auto place = parts_->places.find(name);
  if (place != parts_->places.end()) return place->second;
  int64_t number = 0;
  const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = status == std::errc{} && end == name.data() + name.size();
  return whole && number >= 1 && number <= columns() ? number - 1 : -1;
}

std::string_view Table::text(int64_t row, int64_t column) const {
  const TextColumn& cells = text_column(*this, column);
  return cells.text(cells.entry(static_cast<size_t>(row)));
}

bool Table::missing(int64_t row, int64_t column) const {
  const TextColumn& cells = text_column(*this, column);
  return cells.missing(cells.entry(static_cast<size_t>(row)));
}

double Table::number(int64_t row, int64_t column) const {
  const TextColumn& cells = text_column(*this, column);
  return cells.number(cells.entry(static_cast<size_t>(row)));
}

int64_t Table::line(int64_t row) const {
  return parts_->lines.empty() ? row + 1 : parts_->lines[static_cast<size_t>(row)];
}

std::string Table::checksum() const {
  CellDigest digest;
  for (size_t i = 0; i < parts_->columns.size(); ++i) {
    const TextColumn& column = parts_->columns[i];
    digest.add(parts_->names[i]);
    for (size_t row = 0; row < column.rows(); ++row) digest.add(column.text(column.entry(row)));
  }
  return digest.hex();
}

}  // namespace gbho
