#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "gbho/base/error.h"
#include "methods/sampling/random_method.h"

namespace gbho {
namespace {

torch::Tensor points_of(int64_t points, uint64_t seed, const std::string& design = "uniform") {
  RandomMethod method({points, design});
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

TEST(Random, UniformIsTheDefault) {
  RandomMethod method({10});
  method.begin(Space({{"a", "l2", -10, 0}, {"b", "l2", 2, 3}}), 1);
  EXPECT_TRUE(torch::equal(method.ask(), points_of(10, 1)));
}

// Of 16 points of a dimension, each sixteenth of the range has one: so say the designs, and so do not the
// others.
TEST(Random, DesignsCoverEveryPartOfTheRange) {
  for (const std::string design : {"latin", "sobol"}) {
    const torch::Tensor points = points_of(16, 1, design);
    for (const auto& [column, low, width] : {std::tuple{0, -10.0, 10.0}, std::tuple{1, 2.0, 1.0}}) {
      const torch::Tensor parts = torch::floor((points.select(1, column) - low) / width * 16);
      EXPECT_TRUE(torch::equal(std::get<0>(parts.sort()), torch::arange(16, torch::kDouble))) << design;
    }
    EXPECT_FALSE(torch::equal(points, points_of(16, 2, design))) << design;
  }
  const torch::Tensor independent = torch::floor((points_of(16, 1).select(1, 0) + 10) / 10 * 16);
  EXPECT_FALSE(torch::equal(std::get<0>(independent.sort()), torch::arange(16, torch::kDouble)));
}

TEST(Random, LongerSobolRunBeginsLikeAShorterOne) {
  EXPECT_TRUE(torch::equal(points_of(8, 1, "sobol"), points_of(25, 1, "sobol").slice(0, 0, 8)));
}

TEST(Random, RefusesWhatADesignCannotGive) {
  const Space line({{"a", "l2", -10, 0}});
  EXPECT_THROW(RandomMethod({0}).validate(line), ConfigError);
  EXPECT_THROW(RandomMethod({5, "halton"}).validate(line), ConfigError);
  EXPECT_THROW(RandomMethod({5000, "latin"}).validate(line), ConfigError);
  std::vector<Dimension> dimensions;
  dimensions.reserve(41);
  for (int k = 0; k < 41; ++k) dimensions.push_back({fmt::format("x{}", k), "l2", -1, 1});
  EXPECT_THROW(RandomMethod({5, "sobol"}).validate(Space(dimensions)), ConfigError);
  EXPECT_NO_THROW(RandomMethod({5, "latin"}).validate(Space(dimensions)));
}

}  // namespace
}  // namespace gbho
