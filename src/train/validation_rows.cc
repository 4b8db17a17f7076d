#include "train/validation_rows.h"

#include <algorithm>

namespace gbho::inline internal {

std::vector<int64_t> next_validation_rows(const std::vector<int64_t>& order, int64_t batch,
                                          int64_t& position) {
  std::vector<int64_t> rows(std::min(static_cast<size_t>(batch), order.size()));
  for (int64_t& row : rows) {
    row = order[static_cast<size_t>(position)];
    position = (position + 1) % static_cast<int64_t>(order.size());
  }
  return rows;
}

}  // namespace gbho::inline internal
