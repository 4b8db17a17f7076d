#include "nn/noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gbho {
namespace {

using Fill = void (*)(uint64_t key, int64_t row, int64_t place, int64_t count, float* out);

std::vector<float> drawn(Fill fill, uint64_t key, int64_t row, int64_t place, int64_t count) {
  std::vector<float> numbers(static_cast<size_t>(count));
  fill(key, row, place, count, numbers.data());
  return numbers;
}

// Known answers of Random123 for threefry2x32 with 20 rounds.
TEST(Noise, TheGeneratorIsThreefry) {
  const auto of = [](uint32_t key0, uint32_t key1, uint32_t x0, uint32_t x1) {
    threefry(key0, key1, x0, x1);
    return std::pair(x0, x1);
  };
  EXPECT_EQ(of(0, 0, 0, 0), std::pair(0x6b200159U, 0x99ba4efeU));
  EXPECT_EQ(of(~0U, ~0U, ~0U, ~0U), std::pair(0x1cb996fcU, 0xbb002be7U));
  EXPECT_EQ(of(0x13198a2eU, 0x03707344U, 0x243f6a88U, 0x85a308d3U), std::pair(0xc4923a9cU, 0x483df7a0U));
}

TEST(Noise, ANumberDependsOnItsIndexAlone) {
  for (const Fill fill : {fill_uniforms, fill_normals}) {
    const std::vector<float> all = drawn(fill, 7, 3, 1, 100);
    for (const int64_t count : {1, 15, 16, 17, 31, 32, 33, 99}) {
      const std::vector<float> some = drawn(fill, 7, 3, 1, count);
      EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << count;
    }
    const std::vector<std::vector<float>> others = {
        drawn(fill, 8, 3, 1, 100), drawn(fill, 7, 4, 1, 100), drawn(fill, 7, 3, 2, 100),
        drawn(fill, 7 + (uint64_t{1} << 40), 3, 1, 100), drawn(fill, 7, 3 + (int64_t{1} << 40), 1, 100)};
    for (const std::vector<float>& other : others) {
      int64_t same = 0;
      for (size_t i = 0; i < all.size(); ++i) same += all[i] == other[i] ? 1 : 0;
      EXPECT_EQ(same, 0);
    }
  }
  EXPECT_NE(noise_key(1, 0), noise_key(1, 1));
  EXPECT_NE(noise_key(1, 0), noise_key(2, 0));
}

TEST(Noise, UniformsAreUniform) {
  constexpr int64_t kRows = 400;
  constexpr int64_t kEach = 250;
  std::vector<int64_t> counts(10, 0);
  for (int64_t row = 0; row < kRows; ++row) {
    for (const float u : drawn(fill_uniforms, 11, row, 0, kEach)) {
      ASSERT_GE(u, 0.0F);
      ASSERT_LT(u, 1.0F);
      ++counts[static_cast<size_t>(u * 10)];
    }
  }
  double chi = 0;
  const double expected = kRows * kEach / 10.0;
  for (const int64_t count : counts) chi += std::pow(static_cast<double>(count) - expected, 2) / expected;
  EXPECT_LT(chi, 27.9);  // nine degrees of freedom: one in a thousand
}

TEST(Noise, NormalsHaveTheMomentsAndTailsOfANormal) {
  double sums[5] = {};
  int64_t beyond = 0;
  constexpr int64_t kRows = 2000;
  constexpr int64_t kEach = 100;
  for (int64_t row = 0; row < kRows; ++row) {
    for (const float z : drawn(fill_normals, 5, row, 0, kEach)) {
      ASSERT_TRUE(std::isfinite(z));
      for (int k = 1; k < 5; ++k) sums[k] += std::pow(static_cast<double>(z), k);
      beyond += std::abs(z) > 3 ? 1 : 0;
    }
  }
  const double count = kRows * kEach;
  EXPECT_NEAR(sums[1] / count, 0, 0.01);
  EXPECT_NEAR(sums[2] / count, 1, 0.015);
  EXPECT_NEAR(sums[3] / count, 0, 0.03);
  EXPECT_NEAR(sums[4] / count, 3, 0.1);
  EXPECT_NEAR(static_cast<double>(beyond) / count, 0.0027, 0.0006);
}

// Neighbouring rows and indices have nothing to do with each other.
TEST(Noise, NumbersAreUncorrelated) {
  constexpr int64_t kRows = 300;
  constexpr int64_t kEach = 300;
  double across = 0;
  double along = 0;
  std::vector<float> last = drawn(fill_normals, 9, 0, 0, kEach);
  for (int64_t row = 1; row <= kRows; ++row) {
    const std::vector<float> own = drawn(fill_normals, 9, row, 0, kEach);
    for (size_t i = 1; i < own.size(); ++i) {
      across += static_cast<double>(own[i]) * last[i];
      along += static_cast<double>(own[i]) * own[i - 1];
    }
    last = own;
  }
  const double deviation = std::sqrt(static_cast<double>(kRows * (kEach - 1)));
  EXPECT_LT(std::abs(across), 4 * deviation);
  EXPECT_LT(std::abs(along), 4 * deviation);
}

}  // namespace
}  // namespace gbho
