#include "report/html/loss_map.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gbho {
namespace {

const std::vector<Dimension> kSpace = {{"a", "l2", -10, 0}, {"b", "l2", -6, 2}};

// F = exp(((a + 4)² + (b + 1)²)/40) on a grid of n × n points.
std::vector<Trial> bowl(int n, double shift = 0) {
  std::vector<Trial> trials;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      Trial trial;
      const double a = -10 + 10.0 * i / (n - 1);
      const double b = -6 + 8.0 * j / (n - 1);
      trial.evaluation.lambda = {a, b};
      trial.evaluation.validation_loss = std::exp(((a + 4) * (a + 4) + (b + 1) * (b + 1)) / 40) - shift;
      trials.push_back(trial);
    }
  }
  return trials;
}

std::vector<const Trial*> pointers(const std::vector<Trial>& trials) {
  std::vector<const Trial*> all;
  all.reserve(trials.size());
  for (const Trial& trial : trials) all.push_back(&trial);
  return all;
}

TEST(LossMap, GoesThroughTheTrialsAndKnowsItsErrors) {
  const std::vector<Trial> trials = bowl(7);
  const auto map = loss_map(pointers(trials), kSpace);
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->logarithmic);
  EXPECT_EQ(map->samples, 49U);
  EXPECT_DOUBLE_EQ(map->x.front(), -10);
  EXPECT_DOUBLE_EQ(map->y.back(), 2);
  for (size_t j = 0; j < map->y.size(); ++j) {
    for (size_t i = 0; i < map->x.size(); ++i) {
      const double truth = std::exp((std::pow(map->x[i] + 4, 2) + std::pow(map->y[j] + 1, 2)) / 40);
      EXPECT_NEAR(map->loss[j][i] / truth, 1, 0.05);
      EXPECT_GE(map->error[j][i], 0);
    }
  }
}

TEST(LossMap, OfLossesBelowZeroIsNotLogarithmic) {
  const std::vector<Trial> trials = bowl(5, 2);
  const auto map = loss_map(pointers(trials), kSpace);
  ASSERT_TRUE(map);
  EXPECT_FALSE(map->logarithmic);
}

TEST(LossMap, NeedsTwoHyperparametersAndAFewPlaces) {
  std::vector<Trial> trials = bowl(2);
  EXPECT_FALSE(loss_map(pointers(trials), kSpace));
  trials = bowl(4);
  EXPECT_FALSE(loss_map(pointers(trials), {kSpace[0]}));
  EXPECT_FALSE(loss_map({}, kSpace));
}

TEST(LossMap, OfThousandsOfTrialsIsMadeFromSome) {
  const std::vector<Trial> trials = bowl(60);
  const auto map = loss_map(pointers(trials), kSpace);
  ASSERT_TRUE(map);
  EXPECT_LE(map->samples, 150U);
  EXPECT_GE(map->samples, 149U);
}

}  // namespace
}  // namespace gbho
