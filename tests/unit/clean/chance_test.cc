#include "clean/chance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/random.h"

namespace gbho {
namespace {

constexpr size_t kCases = 400;
constexpr size_t kClasses = 3;

/// Labels at random, and models that give the label `skill` more than chance does.
Beliefs beliefs_with(double skill, uint64_t seed) {
  Stream stream(seed, "test.chance");
  Beliefs beliefs = {kClasses, {}, {}};
  for (size_t i = 0; i < kCases; ++i) {
    const auto label = static_cast<size_t>(stream.below(kClasses));
    beliefs.given.push_back(label);
    const double lean = 0.2 * (stream.uniform() - 0.5);
    for (size_t c = 0; c < kClasses; ++c) {
      const double wobble = c == 0 ? lean : c == 1 ? -lean : 0;
      beliefs.said.push_back(1.0 / kClasses + wobble + skill * (c == label ? 1 : -0.5));
    }
  }
  return beliefs;
}

TEST(Chance, OfModelsThatKnowNothingIsAStandardNormal) {
  const std::vector<bool> all(kCases, true);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 200;
  for (int seed = 0; seed < kDraws; ++seed) {
    const double z = above_chance(beliefs_with(0, static_cast<uint64_t>(seed)), all);
    sum += z / kDraws;
    squares += z * z / kDraws;
  }
  EXPECT_NEAR(sum, 0, 0.25);
  EXPECT_NEAR(std::sqrt(squares), 1, 0.2);
}

TEST(Chance, SmallSkillOfManyRowsIsSeen) {
  const std::vector<bool> all(kCases, true);
  EXPECT_GT(above_chance(beliefs_with(0.05, 1), all), kFewestDeviations);
  EXPECT_LT(above_chance(beliefs_with(-0.05, 1), all), -kFewestDeviations);
}

TEST(Chance, LooksAtTheGivenRowsAlone) {
  Beliefs beliefs = beliefs_with(0.2, 2);
  std::vector<bool> half(kCases, false);
  for (size_t i = 0; i < kCases / 2; ++i) half[i] = true;
  for (size_t i = 0; i < kCases / 2; ++i) beliefs.given[i] = (beliefs.given[i] + 1) % kClasses;
  EXPECT_LT(above_chance(beliefs, half), 0);
  EXPECT_EQ(above_chance(beliefs, std::vector<bool>(kCases, false)), 0);
}

TEST(Chance, ModelsThatAlwaysSayTheSameKnowNothing) {
  Beliefs beliefs = {2, {}, {}};
  for (size_t i = 0; i < 50; ++i) {
    beliefs.given.push_back(i % 5 == 0 ? 1 : 0);
    beliefs.said.insert(beliefs.said.end(), {0.75, 0.25});
  }
  EXPECT_EQ(above_chance(beliefs, std::vector<bool>(50, true)), 0);
}

}  // namespace
}  // namespace gbho
