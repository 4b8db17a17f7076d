#include "clean/label_posterior.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "clean/judgement.h"

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

const ClassMatrix kNoise = {{0.8, 0.2}, {0.2, 0.8}};
const ClassMatrix kNoNoise = {{1, 0}, {0, 1}};

TEST(LabelPosterior, WithoutNoiseModelsAreBelieved) {
  const std::array<double, 2> said = {0.7, 0.3};
  EXPECT_THAT(without_noise(said.data(), kNoNoise),
              ElementsAre(DoubleNear(0.7, 1e-12), DoubleNear(0.3, 1e-12)));
}

// Labels of a row that is of class 0 with 0.9: 0.9·0.8 + 0.1·0.2 = 0.74 are 0.
TEST(LabelPosterior, TakesOutWhatWrongLabelsHaveTaught) {
  const std::array<double, 2> said = {0.74, 0.26};
  EXPECT_THAT(without_noise(said.data(), kNoise), ElementsAre(DoubleNear(0.9, 0.01), DoubleNear(0.1, 0.01)));
}

// More certain than any class makes labels: the class is certain, and no more than that.
TEST(LabelPosterior, StaysAProbability) {
  const std::array<double, 2> said = {0.95, 0.05};
  EXPECT_THAT(without_noise(said.data(), kNoise), ElementsAre(DoubleNear(1, 1e-3), DoubleNear(0, 1e-3)));
}

// 0.9·0.2 against 0.1·0.8.
TEST(LabelPosterior, WeighsTheLabelByItsNoise) {
  const std::array<double, 2> truth = {0.9, 0.1};
  EXPECT_THAT(label_posterior(truth.data(), kNoise, 1),
              ElementsAre(DoubleNear(18.0 / 26, 1e-12), DoubleNear(8.0 / 26, 1e-12)));
}

TEST(Judgement, SuspicionIsTheProbabilityOfAWrongLabel) {
  const Beliefs truth = {2, {0.9, 0.1, 0.9, 0.1}, {1, 0}};
  const std::vector<Judgement> judged = judged_by_posterior(truth, kNoise);
  EXPECT_NEAR(judged[0].suspicion, 18.0 / 26, 1e-12);
  EXPECT_TRUE(judged[0].flagged);
  EXPECT_EQ(judged[0].instead, 0U);
  EXPECT_NEAR(judged[1].suspicion, 0.02 / 0.74, 1e-12);
  EXPECT_FALSE(judged[1].flagged);
}

// Both are certain as far as doubles tell; their order is not lost.
TEST(Judgement, OrderGoesOnWhereSuspicionEnds) {
  const Beliefs truth = {2, {1 - 1e-20, 1e-20, 1 - 1e-30, 1e-30}, {1, 1}};
  const std::vector<Judgement> judged = judged_by_posterior(truth, kNoise);
  EXPECT_DOUBLE_EQ(judged[0].suspicion, judged[1].suspicion);
  EXPECT_LT(judged[0].order, judged[1].order);
}

TEST(Judgement, ByConfidenceIsWhatModelsSay) {
  const Beliefs beliefs = {
      2, {0.9, 0.1, 0.8, 0.2, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6, 0.95, 0.05}, {0, 0, 0, 1, 1, 1}};
  const std::vector<Judgement> by_self = judged_by_confidence(beliefs, "self_confidence");
  const std::vector<Judgement> by_margin = judged_by_confidence(beliefs, "margin");
  EXPECT_NEAR(by_self[2].suspicion, 0.7, 1e-12);
  EXPECT_NEAR(by_margin[2].suspicion, (1 + 0.7 - 0.3) / 2, 1e-12);
  EXPECT_TRUE(by_self[2].flagged && by_self[5].flagged && !by_self[4].flagged);
  EXPECT_EQ(by_self[5].instead, 0U);
}

}  // namespace
}  // namespace gbho
