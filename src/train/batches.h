#pragma once

#include <cstdint>

#include "gbho/record/lower_options.h"

namespace gbho::inline internal {

/// How the rows of an epoch are cut into steps: ⌈count/batch⌉ of them, the last with what is left, or all of
/// nearly the same size.
struct Batches {
  int64_t count = 0;
  int64_t batch = 1;
  bool even = false;

  Batches() = default;
  Batches(const LowerOptions& options, int64_t rows)
      : count(rows),
        batch(options.batch == 0 || options.batch > rows ? rows : options.batch),
        even(options.batches == "even") {}

  /// One step takes them all, in any order.
  bool whole() const { return batch >= count; }
  int64_t steps() const { return (count + batch - 1) / batch; }
  int64_t first(int64_t step) const { return even ? step * count / steps() : step * batch; }
  int64_t size(int64_t step) const {
    const int64_t end = step + 1 < steps() ? first(step + 1) : count;
    return end - first(step);
  }
};

}  // namespace gbho::inline internal
