#include "surrogate/sobol.h"

#include <array>
#include <bit>
#include <cstddef>

// P. Bratley, B. Fox: Algorithm 659 (1988), in I. Antonov's and V. Saleev's Gray-code order. Direction
// numbers: S. Joe, F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections (2008),
// set new-joe-kuo-6.

namespace gbho::inline internal {
namespace {

struct DirectionNumbers {
  int degree;                 // of the primitive polynomial
  uint32_t polynomial;        // its inner coefficients
  std::array<uint32_t, 8> m;  // the first `degree` direction numbers
};

// Dimensions 2, 3, …; the first is van der Corput's sequence.
constexpr std::array<DirectionNumbers, SobolSequence::kDimensions - 1> kDirectionNumbers{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
}};

std::vector<uint32_t> directions(int64_t dimension) {
  constexpr int kBits = SobolSequence::kBits;
  std::vector<uint32_t> v(kBits);
  if (dimension == 0) {
    for (int i = 0; i < kBits; ++i) v[static_cast<size_t>(i)] = 1U << (kBits - 1 - i);
    return v;
  }
  const DirectionNumbers& row = kDirectionNumbers[static_cast<size_t>(dimension - 1)];
  const auto degree = static_cast<size_t>(row.degree);
  for (size_t i = 0; i < v.size(); ++i) {
    if (i < degree) {
      v[i] = row.m[i] << (static_cast<size_t>(kBits) - 1 - i);
      continue;
    }
    v[i] = v[i - degree] ^ (v[i - degree] >> degree);
    for (size_t k = 1; k < degree; ++k) {
      if ((row.polynomial >> (degree - 1 - k)) & 1U) v[i] ^= v[i - k];
    }
  }
  return v;
}

}  // namespace

SobolSequence::SobolSequence(int64_t dimensions) : point_(static_cast<size_t>(dimensions), 0) {
  for (int64_t k = 0; k < dimensions; ++k) directions_.push_back(directions(k));
}

const std::vector<uint32_t>& SobolSequence::next() {
  if (index_ > 0) {
    const auto bit = static_cast<size_t>(std::countr_zero(index_));
    for (size_t k = 0; k < point_.size(); ++k) point_[k] ^= directions_[k][bit];
  }
  ++index_;
  return point_;
}

}  // namespace gbho::inline internal
