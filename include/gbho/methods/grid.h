#pragma once

#include <memory>
#include <vector>

#include "gbho/run/method.h"

namespace gbho {

/// The [grid] table of a study file.
struct GridOptions {
  std::vector<int64_t> points = {20};  ///< per dimension: one number for all of them, or one each
};

/// Every combination of evenly spaced values of λ, the ends of the box included.
std::unique_ptr<Method> make_grid(GridOptions options = {});

}  // namespace gbho
