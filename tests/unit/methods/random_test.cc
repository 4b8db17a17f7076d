#include "gbho/methods/random.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

torch::Tensor points_of(int64_t points, uint64_t seed) {
  RandomMethod method({points});
  method.begin(Space({{"a", "l2", -10, 0}, {"b", "l2", 2, 3}}), seed);
  return method.ask();
}

TEST(Random, DrawsUniformlyInLambda) {
  const torch::Tensor points = points_of(4000, 1);
  EXPECT_NEAR(points.mean(0)[0].item<double>(), -5.0, 0.2);
  EXPECT_NEAR(points.std(0)[0].item<double>(), 10 / std::sqrt(12.0), 0.15);
  EXPECT_GE(points.select(1, 1).min().item<double>(), 2.0);
  EXPECT_LE(points.select(1, 1).max().item<double>(), 3.0);
}

TEST(Random, LongerRunBeginsLikeAShorterOne) {
  EXPECT_TRUE(torch::equal(points_of(10, 1), points_of(25, 1).slice(0, 0, 10)));
}

TEST(Random, SeedsDiffer) {
  EXPECT_FALSE(torch::equal(points_of(10, 1), points_of(10, 2)));
}

TEST(Random, RefusesNoPoints) {
  EXPECT_THROW(RandomMethod({0}).validate(Space({{"a", "l2", -10, 0}})), ConfigError);
}

}  // namespace
}  // namespace gbho
