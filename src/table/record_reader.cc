#include "table/record_reader.h"

#include <fmt/format.h>

#include "base/message.h"
#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

// Tables of genes have some ten thousand columns; a file with more than this is laid out the other way round.
constexpr size_t kMostColumns = 100'000;

std::string record_place(int64_t line, size_t column) {
  return fmt::format("line {}, column {}", line, column);
}

int64_t line_breaks(std::string_view text) {
  int64_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) ++count;
  }
  return count;
}

}  // namespace

RecordReader::RecordReader(std::string_view text, std::string_view name, char separator)
    : text_(text), name_(name), separator_(separator) {}

bool RecordReader::next() {
  cells_.clear();
  unescaped_.clear();
  unescaped_at_.clear();
  if (at_ >= text_.size()) return false;
  record_line_ = line_;
  skip_blanks();
  blank_ = at_line_end();
  while (true) {
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    if (cells_.size() == kMostColumns) {
      throw bad_file(name_, fmt::format("line {}", record_line_),
                     fmt::format("more than {} columns", kMostColumns),
                     "a table has one row per example: transpose it, or leave columns out");
    }
    cells_.push_back(quoted ? quoted_cell() : plain_cell());
    if (at_line_end()) break;
    ++at_;  // the separator
    skip_blanks();
  }
  if (at_ < text_.size()) {
    at_ += text_.substr(at_, 2) == "\r\n" ? 2 : 1;
    ++line_;
  }
  for (size_t i = 0; i < unescaped_.size(); ++i) cells_[unescaped_at_[i]] = trimmed_cell(unescaped_[i]);
  return true;
}

void RecordReader::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t') && text_[at_] != separator_) ++at_;
}

std::string_view RecordReader::plain_cell() {
  const size_t start = at_;
  const char* const text = text_.data();
  const size_t size = text_.size();
  while (at_ < size && text[at_] != separator_ && text[at_] != '\n' && text[at_] != '\r') ++at_;
  return trimmed_cell(text_.substr(start, at_ - start));
}

std::string_view RecordReader::quoted_cell() {
  const int64_t first_line = line_;
  const size_t start = ++at_;
  bool doubled = false;
  while (true) {
    const size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      throw bad_file(name_, record_place(first_line, cells_.size() + 1), "a quoted cell is never closed",
                     "add the closing quote; a quote inside a quoted cell is written twice");
    }
    at_ = quote + 1;
    if (at_ >= text_.size() || text_[at_] != '"') break;
    doubled = true;
    ++at_;
  }
  const std::string_view inside = text_.substr(start, at_ - 1 - start);
  line_ += line_breaks(inside);
  skip_blanks();
  if (!at_line_end() && text_[at_] != separator_) {
    throw bad_file(name_, record_place(line_, cells_.size() + 1), "text after the closing quote of a cell",
                   "put the whole cell in quotes and double the quotes inside it");
  }
  if (!doubled) return trimmed_cell(inside);
  std::string& plain = unescaped_.emplace_back();
  unescaped_at_.push_back(cells_.size());
  for (size_t i = 0; i < inside.size(); ++i) {
    plain += inside[i];
    if (inside[i] == '"') ++i;
  }
  return {};
}

}  // namespace gbho::inline internal
