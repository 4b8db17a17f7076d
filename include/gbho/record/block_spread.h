#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// How λ* lies within a block of hyperparameters, of which trials have only the mean.
struct BlockSpread {
  std::string name;
  int64_t count = 0;
  double low = 0;  ///< what was searched
  double high = 0;
  double least = kNone;
  double lower_quartile = kNone;
  double median = kNone;
  double upper_quartile = kNone;
  double greatest = kNone;
  std::vector<int64_t> bins;  ///< how many lie in each part of [low, high], parts of equal width
};

}  // namespace gbho
