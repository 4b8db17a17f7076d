#include <string_view>

#include "fuzz.h"
#include "gbho/table/table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  // The first byte picks the options, the rest is the table.
  static const gbho::TableOptions kOptions[] = {
      {"auto", 0}, {"yes", 0}, {"no", 0}, {"auto", ';'}, {"no", '\t'}};
  const gbho::TableOptions& options = kOptions[data[0] % std::size(kOptions)];
  return gbho::fuzz::run([&] {
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const gbho::Table table = gbho::Table::parse(text, "f.csv", options);
    gbho::fuzz::require(table.rows() > 0 && table.columns() > 0);
    for (int64_t column = 0; column < table.columns(); ++column) {
      gbho::fuzz::require(table.find(table.name(column)) == column);
      for (int64_t row = 0; row < table.rows(); ++row) {
        const double number = table.number(row, column);
        gbho::fuzz::require(number != number || !table.missing(row, column));
        gbho::fuzz::require(table.text(row, column).size() <= 3 * size);  // Windows' characters grow
      }
    }
  });
}
