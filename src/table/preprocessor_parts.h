#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/table/preprocessor.h"
#include "table/column_code.h"

namespace gbho {

struct Preprocessor::Parts {
  std::vector<ColumnCode> codes;
  double target_mean = 0;
  double target_deviation = 1;

  // What follows from them.
  std::vector<CategoryIndex> indices;
  std::vector<size_t> offsets;  // of the first place of each column in an encoded row
  std::vector<std::string> names;
  std::vector<int64_t> origins;

  void finish();
};

}  // namespace gbho

namespace gbho::inline internal {

/// The fitted parts alone, both ways. Reading throws DataError for what cannot have been written.
std::string preprocessor_json(const Preprocessor::Parts& parts);
void read_preprocessor_json(const std::string& json, Preprocessor::Parts& parts);

}  // namespace gbho::inline internal
