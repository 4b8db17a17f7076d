#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "base/gzip.h"
#include "base/message.h"
#include "table/decimal_comma.h"
#include "table/record_reader.h"
#include "table/sniff.h"
#include "table/table_parts.h"
#include "table/table_text.h"

namespace gbho {
namespace {

/// What a packed table may expand to: text shrinks tenfold, repetitive text a hundredfold; a bomb a
/// thousandfold.
size_t most_unpacked(size_t packed) {
  constexpr size_t kFree = size_t{64} << 20;
  constexpr size_t kTimes = 200;
  return std::min(kLargestUnpacked, std::max(kFree, kTimes * packed));
}

std::string file_text(const std::string& path) {
  std::vector<uint8_t> bytes = read_file(path);
  if (std::filesystem::path(path).extension() == ".gz" || is_gzip(bytes)) {
    bytes = gunzip(bytes, path, most_unpacked(bytes.size()));
  }
  return {bytes.begin(), bytes.end()};
}

char separator_of(std::string_view text, std::string_view name, const TableOptions& options) {
  if (options.separator == 0) return find_separator(text, name);
  if (std::string_view(",;\t|").find(options.separator) == std::string_view::npos) {
    throw ConfigError("separator", " = " + shown(std::string(1, options.separator)) +
                                       ": must be a comma, a semicolon, a tab or a bar (|)");
  }
  return options.separator;
}

/// Fills the columns of a table, record by record.
class TableBuilder {
 public:
  TableBuilder(std::string_view text, Table::Parts& parts, char separator, const std::string& header)
      : reader_(text, parts.source, separator), parts_(parts) {
    parts_.decimal_comma = separator == ';';
    parts_.has_header =
        header == "auto" ? first_record_is_header(text, parts.source, separator) : header == "yes";
  }

  void build() {
    begin();
    int64_t blank_lines = 0;
    while (reader_.next()) {
      // In a table of one column a line with nothing on it is a missing cell, unless the table ends there.
      if (reader_.blank()) {
        ++blank_lines;
        continue;
      }
      if (parts_.columns.size() == 1) {
        for (; blank_lines > 0; --blank_lines) add_missing(reader_.line() - blank_lines);
      }
      blank_lines = 0;
      add_row();
    }
    if (parts_.lines.empty()) {
      throw bad_file(parts_.source, "line 1", "the table has a header and no rows",
                     "give one row per example");
    }
    parts_.decimal_comma = parts_.decimal_comma || commas_are_decimal(parts_.columns);
    for (TextColumn& column : parts_.columns) column.finish(parts_.decimal_comma);
    parts_.rows = static_cast<int64_t>(parts_.lines.size());
  }

 private:
  void begin() {
    while (reader_.next() && reader_.blank()) {
    }
    if (reader_.cells().empty() || reader_.blank()) {
      throw bad_file(parts_.source, "", "the table is empty", "give one row per example");
    }
    const std::vector<std::string> first(reader_.cells().begin(), reader_.cells().end());
    parts_.columns.resize(first.size());
    parts_.set_names(parts_.has_header ? first : std::vector<std::string>(first.size()));
    if (!parts_.has_header) add_row();
  }

  void add_row() {
    const auto& cells = reader_.cells();
    if (cells.size() != parts_.columns.size()) throw ragged(cells.size());
    for (size_t i = 0; i < cells.size(); ++i) parts_.columns[i].add(cells[i]);
    parts_.lines.push_back(reader_.line());
  }

  void add_missing(int64_t line) {
    parts_.columns[0].add("");
    parts_.lines.push_back(line);
  }

  DataError ragged(size_t cells) const {
    const bool first = parts_.has_header && parts_.lines.empty();
    return bad_file(parts_.source, fmt::format("line {}", reader_.line()),
                    fmt::format("{} cell{} in a table of {} columns, the first {}", cells,
                                cells == 1 ? "" : "s", parts_.columns.size(), shown(reader_.cells()[0])),
                    first ? "give the header a name for each column; row names and ends of lines count too"
                          : "every row needs the same number of cells; quote a cell that holds a separator");
  }

  RecordReader reader_;
  Table::Parts& parts_;
};

}  // namespace

Table Table::read(const std::string& path, const TableOptions& options) {
  check_choice("header", options.header, {"auto", "yes", "no"});
  auto parts = std::make_shared<Parts>();
  parts->source = path;
  const std::string text = prepared_text(file_text(path), path);
  TableBuilder(text, *parts, separator_of(text, path, options), options.header).build();
  return Table(std::move(parts));
}

Table Table::parse(std::string_view text, const std::string& name, const TableOptions& options) {
  check_choice("header", options.header, {"auto", "yes", "no"});
  auto parts = std::make_shared<Parts>();
  parts->source = name;
  const std::string prepared = prepared_text(std::string(text), name);
  TableBuilder(prepared, *parts, separator_of(prepared, name, options), options.header).build();
  return Table(std::move(parts));
}

}  // namespace gbho
