#include "clean/label_noise_rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "gbho/base/random.h"

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

auto near(double value) {
  return DoubleNear(value, 1e-5);
}

size_t drawn_label(Stream& stream, const std::vector<double>& rates) {
  double u = stream.uniform();
  size_t label = 0;
  while (label + 1 < rates.size() && u >= rates[label]) u -= rates[label++];
  return label;
}

/// Rows of which models know the class, with labels that were drawn with the rates.
Beliefs drawn(const ClassMatrix& rates, int rows) {
  Stream stream(1, "test.noise");
  const size_t classes = rates.size();
  Beliefs truth = {classes, {}, {}};
  for (int i = 0; i < rows; ++i) {
    const auto own = static_cast<size_t>(stream.below(static_cast<int64_t>(classes)));
    const double other = 0.02 / static_cast<double>(classes - 1);
    for (size_t c = 0; c < classes; ++c) truth.said.push_back(c == own ? 0.98 : other);
    truth.given.push_back(drawn_label(stream, rates[own]));
  }
  return truth;
}

TEST(LabelNoiseRates, EvenNoiseIsTheSameForAllClasses) {
  EXPECT_THAT(even_noise(0.2, 3)[1], ElementsAre(near(0.1), near(0.8), near(0.1)));
}

// Where models are less sure, labels disagree for other reasons; anchors do not look there.
TEST(LabelNoiseRates, OnlyTheSurestRowsAreAnchors) {
  Beliefs beliefs = {2, {}, {}};
  for (int i = 0; i < 200; ++i) {
    const bool sure = i < 60;
    beliefs.said.insert(beliefs.said.end(), {sure ? 0.99 : 0.55, sure ? 0.01 : 0.45});
    beliefs.given.push_back(sure || i % 2 == 0 ? 0 : 1);
  }
  const std::vector<bool> anchors = anchors_of(beliefs);
  EXPECT_EQ(std::count(anchors.begin(), anchors.end(), true), 60);
  EXPECT_TRUE(anchors[59]);
  EXPECT_LT(noise_rates(beliefs)[0][1], 1e-3);
}

TEST(LabelNoiseRates, FewRowsHaveFortyAnchorsOfAClass) {
  Beliefs beliefs = {2, {}, std::vector<size_t>(60, 0)};
  for (int i = 0; i < 60; ++i) beliefs.said.insert(beliefs.said.end(), {0.9, 0.1});
  const std::vector<bool> anchors = anchors_of(beliefs);
  EXPECT_EQ(std::count(anchors.begin(), anchors.end(), true), 40);
}

// Forty rows cannot tell twelve rates apart: one of them being a little higher is chance.
TEST(LabelNoiseRates, FewRowsHaveOneRateForAllClasses) {
  Beliefs beliefs = drawn(even_noise(0.2, 4), 40);
  const ClassMatrix rates = noise_rates(beliefs);
  for (size_t own = 0; own < 4; ++own) {
    EXPECT_NEAR(rates[own][own], rates[0][0], 0.02);
    EXPECT_NEAR(rates[own][(own + 1) % 4], rates[own][(own + 2) % 4], 0.02);
  }
}

TEST(LabelNoiseRates, CountsAndFitFindTheRatesThatLabelsWereDrawnWith) {
  const ClassMatrix rates = {{0.7, 0.3, 0}, {0, 0.9, 0.1}, {0.2, 0.2, 0.6}};
  const Beliefs truth = drawn(rates, 6000);
  const ClassMatrix counted = noise_rates(truth);
  const ClassMatrix fitted = fitted_noise(truth);
  for (size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(std::accumulate(fitted[c].begin(), fitted[c].end(), 0.0), 1, 1e-9);
    for (size_t label = 0; label < 3; ++label) {
      EXPECT_NEAR(fitted[c][label], rates[c][label], 0.05);
      EXPECT_NEAR(counted[c][label], rates[c][label], 0.05);
    }
  }
}

// A quarter of what looks like class 0 is class 1, and models say so: that is no noise.
TEST(LabelNoiseRates, TheFitTakesOverlapForOverlap) {
  Stream stream(2, "test.overlap");
  Beliefs truth = {2, {}, {}};
  for (int i = 0; i < 4000; ++i) {
    const double p = i % 2 == 0 ? 0.75 : 0.02;
    truth.said.insert(truth.said.end(), {p, 1 - p});
    truth.given.push_back(stream.uniform() < p ? 0 : 1);
  }
  const ClassMatrix fitted = fitted_noise(truth);
  EXPECT_LT(fitted[0][1], 0.03);
  EXPECT_LT(fitted[1][0], 0.03);
}

}  // namespace
}  // namespace gbho
