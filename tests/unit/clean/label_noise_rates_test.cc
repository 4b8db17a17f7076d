#include "clean/label_noise_rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/random.h"

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

auto near(double value) {
  return DoubleNear(value, 1e-5);
}

TEST(LabelNoiseRates, OfAJointAreSharesOfItsColumns) {
  EXPECT_THAT(noise_of_joint({{8, 1}, {2, 3}}),
              ElementsAre(ElementsAre(near(0.8), near(0.2)), ElementsAre(near(0.25), near(0.75))));
}

TEST(LabelNoiseRates, AClassThatNobodyBelongsToHasNoNoise) {
  EXPECT_THAT(noise_of_joint({{8, 0}, {2, 0}})[1], ElementsAre(near(0), near(1)));
}

// All five rows are anchors, one of them wrong: the usual rate is 1/5. Class 0 has labels 0, 0, 1 and two
// rows' worth of 1/5: (1 + 0.4)/(3 + 2); class 1 has none wrong: 0.4/(2 + 2).
TEST(LabelNoiseRates, AnchorsArePulledTowardsTheUsualRate) {
  const Beliefs beliefs = {2, {0.9, 0.1, 0.8, 0.2, 0.2, 0.8, 0.4, 0.6, 0.95, 0.05}, {0, 0, 1, 1, 1}};
  EXPECT_THAT(noise_at_anchors(beliefs, 1),
              ElementsAre(ElementsAre(near(0.72), near(0.28)), ElementsAre(near(0.1), near(0.9))));
}

// Six of ten labels are right, three are 1 and one is 2: of what is wrong (3 + 1)/6 and (1 + 1)/6.
TEST(LabelNoiseRates, WrongLabelsOfAnchorsArePulledTowardsAnEvenSpread) {
  Beliefs beliefs = {3, {}, {0, 0, 0, 0, 0, 0, 1, 1, 1, 2}};
  for (int i = 0; i < 10; ++i) beliefs.said.insert(beliefs.said.end(), {0.8, 0.1, 0.1});
  const double wrong = (4 + 2 * 0.4) / 12;
  EXPECT_THAT(noise_at_anchors(beliefs, 1)[0],
              ElementsAre(near(1 - wrong), near(wrong * 4 / 6), near(wrong * 2 / 6)));
}

// Where models are less sure, labels disagree for other reasons; anchors do not look there.
TEST(LabelNoiseRates, OnlyTheSurestRowsAreAnchors) {
  Beliefs beliefs = {2, {}, {}};
  for (int i = 0; i < 100; ++i) {
    const bool sure = i < 50;
    beliefs.said.insert(beliefs.said.end(), {sure ? 0.99 : 0.55, sure ? 0.01 : 0.45});
    beliefs.given.push_back(sure || i % 2 == 0 ? 0 : 1);
  }
  EXPECT_LT(noise_at_anchors(beliefs, 0.5)[0][1], 1e-3);
  EXPECT_GT(noise_at_anchors(beliefs, 1)[0][1], 0.2);
}

// Classes are known and labels drawn with given rates: the fit finds the rates.
TEST(LabelNoiseRates, TheFitFindsTheRatesThatLabelsWereDrawnWith) {
  const ClassMatrix drawn = {{0.7, 0.3, 0}, {0, 0.9, 0.1}, {0.2, 0.2, 0.6}};
  Stream stream(1, "test.noise");
  Beliefs truth = {3, {}, {}};
  for (int i = 0; i < 3000; ++i) {
    const auto own = static_cast<size_t>(stream.below(3));
    for (size_t c = 0; c < 3; ++c) truth.said.push_back(c == own ? 0.98 : 0.01);
    const double u = stream.uniform();
    truth.given.push_back(u < drawn[own][0] ? 0 : u < drawn[own][0] + drawn[own][1] ? 1 : 2);
  }
  const ClassMatrix even(3, std::vector<double>(3, 1.0 / 3));
  const ClassMatrix found = fitted_noise(truth, even);
  for (size_t c = 0; c < 3; ++c) {
    for (size_t label = 0; label < 3; ++label) EXPECT_NEAR(found[c][label], drawn[c][label], 0.04);
  }
}

}  // namespace
}  // namespace gbho
