#include "run/decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "gbho/base/random.h"
#include "predictor/class_counts.h"
#include "predictor/decided_class.h"
#include "run/class_factors.h"
#include "run/class_metric.h"

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

/// One row in eight is of class 1, and probabilities are what they say.
struct Imbalanced {
  explicit Imbalanced(int64_t count, uint64_t seed) {
    Stream stream(seed, "test.imbalanced");
    predictions = torch::empty({count, 2}, torch::kFloat64);
    auto* p = predictions.data_ptr<double>();
    for (int64_t i = 0; i < count; ++i) {
      const double one = 0.25 * stream.uniform();
      p[2 * i] = 1 - one;
      p[2 * i + 1] = one;
      truth.classes.push_back(stream.uniform() < one ? 1 : 0);
      truth.fold.push_back(i % 5);
    }
  }
  torch::Tensor predictions;
  OutOfFoldTruth truth;
};

TEST(ClassCounts, BalancedAccuracyAndF1) {
  ClassCounts counts(3);  // class 2 is neither there nor predicted
  for (int k = 0; k < 8; ++k) counts.add(0, k < 6 ? 0 : 1);
  for (int k = 0; k < 2; ++k) counts.add(1, k < 1 ? 1 : 0);
  EXPECT_NEAR(counts.balanced_accuracy(), (6.0 / 8 + 1.0 / 2) / 2, 1e-12);
  EXPECT_NEAR(counts.f1(), (12.0 / 15 + 2.0 / 5) / 2, 1e-12);
}

TEST(DecidedClass, TakesTheLargestProductAndTheFirstAmongEquals) {
  const std::vector<double> p = {0.5, 0.25, 0.125};
  EXPECT_EQ(decided_class(p.data(), 3, {}), 0);
  EXPECT_EQ(decided_class(p.data(), 3, {1, 2.5, 1}), 1);
  EXPECT_EQ(decided_class(p.data(), 3, {1, 2, 4}), 0);
}

TEST(ClassFactors, TheMostFrequentClassHasOne) {
  const Imbalanced data(400, 1);
  ClassRows rows{data.predictions.data_ptr<double>(), 2, data.truth.classes, {}};
  for (int64_t i = 0; i < 400; ++i) rows.rows.push_back(i);
  double ones = 0;
  for (const int64_t is : data.truth.classes) ones += static_cast<double>(is);
  EXPECT_THAT(class_factors("most_probable", "f1", rows), ElementsAre(1, 1));
  EXPECT_THAT(class_factors("inverse_frequency", "f1", rows),
              ElementsAre(1, DoubleNear((400 - ones) / ones, 1e-9)));
  for (const char* rule : {"tuned_power", "tuned"}) {
    EXPECT_DOUBLE_EQ(class_factors(rule, "balanced_accuracy", rows)[0], 1) << rule;
    EXPECT_GT(class_factors(rule, "balanced_accuracy", rows)[1], 2) << rule;
  }
}

// By hand: 3 of 4 rows of class 0 and 1 of 2 of class 1; any factor between 0.6/0.4 and 0.9/0.1 finds all.
TEST(ClassFactors, TunedOnesFindWhatSeparatesTheRows) {
  const torch::Tensor one = torch::tensor({0.1, 0.1, 0.2, 0.1, 0.4, 0.4}, torch::kFloat64);
  const torch::Tensor said = torch::stack({1 - one, one}, 1).contiguous();
  const std::vector<int64_t> truth = {0, 0, 0, 0, 1, 1};
  const ClassRows rows{said.data_ptr<double>(), 2, truth, {0, 1, 2, 3, 4, 5}};
  const std::vector<double> factors = class_factors("tuned", "f1", rows);
  EXPECT_GT(factors[1], 1.5);
  EXPECT_LT(factors[1], 4);
}

// The jackknife of a mean is the mean's own standard error.
TEST(ClassMetric, TheErrorOfARecallIsThatOfAMean) {
  std::vector<int64_t> truth(40, 1);
  std::vector<int64_t> decided(40, 1);
  for (size_t i = 0; i < 10; ++i) decided[i] = 0;
  const MetricEstimate estimate = class_metric("balanced_accuracy", 2, truth, decided);
  EXPECT_DOUBLE_EQ(estimate.value, 0.75);
  EXPECT_NEAR(estimate.error, std::sqrt(0.75 * 0.25 / 39), 1e-9);
  const MetricEstimate gain = class_metric_gain("balanced_accuracy", 2, truth, decided, truth);
  EXPECT_NEAR(gain.value, 0.25, 1e-12);
  EXPECT_NEAR(gain.error, std::sqrt(0.75 * 0.25 / 39), 1e-9);
}

TEST(Decision, FindsARareClassForTheMetric) {
  const Imbalanced data(2000, 2);
  for (const char* metric : {"balanced_accuracy", "f1"}) {
    const Decision decision = choose_decision(data.predictions, data.truth, metric);
    EXPECT_NE(decision.record.chosen, "most_probable") << metric;
    EXPECT_GT(decision.record.gain, decision.record.gain_error) << metric;
    EXPECT_GT(decision.record.factors[1], 1.5) << metric;
    EXPECT_EQ(decision.record.rules.size(), 4) << metric;
    // No row is ever most probably of class 1.
    EXPECT_DOUBLE_EQ(decision.record.rules[0].balanced_accuracy, 0.5) << metric;
  }
}

// What is tuned without a row's fold does not know that fold: labels that are noise there gain nothing.
TEST(Decision, StaysWithTheMostProbableClassWhereNothingIsGained) {
  Stream stream(3, "test.balanced");
  OutOfFoldTruth truth;
  const torch::Tensor predictions = torch::empty({300, 2}, torch::kFloat64);
  auto* p = predictions.data_ptr<double>();
  for (int64_t i = 0; i < 300; ++i) {
    const int64_t is = i % 2;
    p[2 * i + is] = 0.8 + 0.1 * stream.uniform();
    p[2 * i + 1 - is] = 1 - p[2 * i + is];
    truth.classes.push_back(is);
    truth.fold.push_back(i % 5);
  }
  const Decision decision = choose_decision(predictions, truth, "f1");
  EXPECT_EQ(decision.record.chosen, "most_probable");
  EXPECT_EQ(decision.record.gain, 0);
  EXPECT_THAT(decision.record.factors, ElementsAre(1, 1));
}

}  // namespace
}  // namespace gbho
