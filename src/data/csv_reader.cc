#include "data/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string place(int64_t line, size_t column) {
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

CsvReader::CsvReader(std::span<const uint8_t> bytes, std::string_view name)
    : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()), name_(name) {
  if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff")) {
    throw bad_file(name, "byte 0", "this is UTF-16 text", "save the table as UTF-8");
  }
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
}

bool CsvReader::at_line_end() const {
  return at_ >= text_.size() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n";
}

bool CsvReader::next() {
  cells_.clear();
  unescaped_.clear();
  if (at_ >= text_.size()) return false;
  record_line_ = line_;
  while (true) {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    cells_.push_back(quoted ? quoted_cell() : plain_cell());
    if (at_line_end()) break;
    ++at_;  // the comma
  }
  if (at_ < text_.size()) {
    at_ += text_[at_] == '\r' ? 2 : 1;
    ++line_;
  }
  return true;
}

std::string_view CsvReader::plain_cell() {
  const size_t start = at_;
  while (!at_line_end() && text_[at_] != ',') {
    if (text_[at_] == '"') {
      throw bad_file(name_, place(line_, cells_.size() + 1),
                     "a quote inside a cell that does not start with one",
                     "put the whole cell in quotes and double the quotes inside it");
    }
    ++at_;
  }
  return trimmed(text_.substr(start, at_ - start));
}

std::string_view CsvReader::quoted_cell() {
  const int64_t first_line = line_;
  const size_t start = ++at_;
  bool doubled = false;
  while (true) {
    const size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      throw bad_file(name_, place(first_line, cells_.size() + 1), "a quoted cell is never closed",
                     "add the closing quote; a quote inside a cell is written twice");
    }
    at_ = quote + 1;
    if (at_ >= text_.size() || text_[at_] != '"') break;
    doubled = true;
    ++at_;
  }
  std::string_view inside = text_.substr(start, at_ - 1 - start);
  line_ += std::count(inside.begin(), inside.end(), '\n');
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  if (!at_line_end() && text_[at_] != ',') {
    throw bad_file(name_, place(line_, cells_.size() + 1), "text after the closing quote of a cell",
                   "put the whole cell in quotes and double the quotes inside it");
  }
  if (!doubled) return inside;
  std::string& plain = unescaped_.emplace_back();
  for (size_t i = 0; i < inside.size(); ++i) {
    plain += inside[i];
    if (inside[i] == '"') ++i;
  }
  return plain;
}

}  // namespace gbho::inline internal
