#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// Sobol's sequence in Gray-code order, 32 bits a coordinate, starting with the point 0.
class SobolSequence {
 public:
  static constexpr int64_t kDimensions = 40;
  static constexpr int kBits = 32;

  explicit SobolSequence(int64_t dimensions);

  /// The next point: one 32-bit fraction a dimension.
  const std::vector<uint32_t>& next();

 private:
  std::vector<std::vector<uint32_t>> directions_;  // [n][32]
  std::vector<uint32_t> point_;
  uint32_t index_ = 0;
};

}  // namespace gbho::inline internal
