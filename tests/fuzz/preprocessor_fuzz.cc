#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "fuzz.h"
#include "gbho/table/preprocessor.h"

/// Whatever text is a table with a target can be fitted and encoded, and its preprocessor survives being
/// written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return gbho::fuzz::run([&] {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const gbho::Table table = gbho::Table::parse(text, "f.csv");
    const gbho::TableSchema schema = gbho::find_schema(table);
    std::vector<int64_t> rows(static_cast<size_t>((table.rows() + 1) / 2));
    std::iota(rows.begin(), rows.end(), int64_t{0});
    for (const int64_t bins : {0, 8}) {
      const gbho::Preprocessor fitted = gbho::Preprocessor::fit(table, schema, rows, {bins});
      const gbho::Preprocessor read = gbho::Preprocessor::from_json(fitted.to_json());
      gbho::fuzz::require(read.to_json() == fitted.to_json() && read.names() == fitted.names());
      const std::vector<float> x = fitted.encode(table);
      gbho::fuzz::require(x == read.encode(table));
      for (const float value : x) gbho::fuzz::require(std::abs(value) <= 4);
    }
  });
}
