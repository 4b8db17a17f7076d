#include "run/describe_predictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "gbho/base/random.h"
#include "run/score_estimates.h"

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

torch::Tensor of_class_one(const std::vector<double>& p) {
  const torch::Tensor one = torch::tensor(p, torch::kFloat64);
  return torch::stack({1 - one, one}, 1).contiguous();
}

OutOfFoldTruth classes(std::vector<int64_t> numbers, std::vector<int64_t> fold) {
  OutOfFoldTruth truth;
  truth.classes = std::move(numbers);
  truth.fold = std::move(fold);
  return truth;
}

OutOfFoldTruth values(std::vector<double> numbers, double unit) {
  OutOfFoldTruth truth;
  truth.fold.assign(numbers.size(), 0);
  truth.values = std::move(numbers);
  truth.unit = unit;
  return truth;
}

const ScoreEstimate& score(const std::vector<ScoreEstimate>& scores, const std::string& name) {
  for (const ScoreEstimate& own : scores) {
    if (own.name == name) return own;
  }
  throw std::runtime_error("no score " + name);
}

TEST(ScoreEstimates, OfTwoClasses) {
  const auto scores =
      score_estimates(of_class_one({0.1, 0.4, 0.35, 0.8}), classes({0, 0, 1, 1}, {0, 1, 0, 1}), true);
  EXPECT_DOUBLE_EQ(score(scores, "accuracy").value, 0.75);
  EXPECT_THAT(score(scores, "accuracy").folds, ElementsAre(0.5, 1));
  const double losses[] = {-std::log(0.9), -std::log(0.6), -std::log(0.35), -std::log(0.8)};
  double mean = 0;
  for (const double loss : losses) mean += loss / 4;
  double squares = 0;
  for (const double loss : losses) squares += (loss - mean) * (loss - mean);
  EXPECT_NEAR(score(scores, "log_loss").value, mean, 1e-12);
  EXPECT_NEAR(score(scores, "log_loss").error, std::sqrt(squares / 3 / 4), 1e-12);
  // Of four pairs one is in the wrong order. Shares by row: 1/2 and 1 of the second class, 1 and 1/2 of the
  // first; each has the variance 1/8.
  EXPECT_DOUBLE_EQ(score(scores, "auc").value, 0.75);
  EXPECT_NEAR(score(scores, "auc").error, std::sqrt(0.125 / 2 + 0.125 / 2), 1e-12);
}

TEST(ScoreEstimates, EverythingRightStillHasAnError) {
  const auto scores = score_estimates(of_class_one({0.9, 0.9, 0.9}), classes({1, 1, 1}, {0, 0, 0}), false);
  EXPECT_EQ(score(scores, "accuracy").value, 1);
  EXPECT_NEAR(score(scores, "accuracy").error, std::sqrt(4.0 * 1 / (25 * 6)), 1e-12);
  EXPECT_TRUE(score(scores, "accuracy").folds.empty());
  EXPECT_TRUE(std::isnan(score(scores, "auc").value));  // there is no row of the other class
}

TEST(ScoreEstimates, OfValues) {
  const torch::Tensor said = torch::tensor({{1.0}, {2.0}, {6.0}, {9.0}}, torch::kFloat64);
  const auto scores = score_estimates(said, values({2, 2, 4, 8}, 3), false);
  EXPECT_NEAR(score(scores, "rmse").value, std::sqrt(1.5), 1e-12);
  EXPECT_NEAR(score(scores, "mae").value, 1, 1e-12);
  EXPECT_NEAR(score(scores, "r2").value, 1 - 6.0 / 24, 1e-12);
  // Squares of errors are 1, 0, 4, 1: their variance is 3.
  EXPECT_NEAR(score(scores, "rmse").error, std::sqrt(3.0 / 4) / (2 * std::sqrt(1.5)), 1e-12);
}

// How scores scatter from sample to sample is what their errors say.
TEST(ScoreEstimates, ErrorsAreThoseOfManySamples) {
  constexpr int64_t kSamples = 300;
  constexpr int64_t kRows = 150;
  Stream stream(4, "test.errors");
  std::map<std::string, std::vector<double>> found;
  std::map<std::string, double> claimed;
  for (int64_t sample = 0; sample < kSamples; ++sample) {
    std::vector<double> p;
    std::vector<int64_t> y;
    std::vector<double> truth;
    for (int64_t i = 0; i < kRows; ++i) {
      const double x = stream.normal();
      p.push_back(1 / (1 + std::exp(-2 * x)));
      y.push_back(stream.uniform() < p.back() ? 1 : 0);
      truth.push_back(x + stream.normal());
    }
    const torch::Tensor said = torch::tensor(p, torch::kFloat64).logit().div(2).unsqueeze(1).contiguous();
    auto all = score_estimates(of_class_one(p), classes(y, std::vector<int64_t>(p.size())), false);
    for (const ScoreEstimate& own : score_estimates(said, values(truth, 1.4), false)) all.push_back(own);
    for (const ScoreEstimate& own : all) {
      found[own.name].push_back(own.value);
      claimed[own.name] += own.error / kSamples;
    }
  }
  for (const auto& [name, sample] : found) {
    const double scatter = torch::tensor(sample, torch::kFloat64).std().item<double>();
    EXPECT_NEAR(claimed[name] / scatter, 1, 0.15) << name;
  }
}

TEST(PredictionRecord, CountsConfusionsAndGroupsProbabilities) {
  std::vector<double> p;
  std::vector<int64_t> y;
  for (int64_t i = 0; i < 40; ++i) {  // twenty rows said to be 0.2, five of them are; twenty 0.7, sixteen are
    p.push_back(i % 2 == 0 ? 0.2 : 0.7);
    y.push_back(i % 2 == 0 ? (i < 10 ? 1 : 0) : (i < 32 ? 1 : 0));
  }
  const PredictionRecord record =
      prediction_record(of_class_one(p), classes(y, std::vector<int64_t>(40)), {}, false, 0);
  EXPECT_THAT(record.classes, ElementsAre("0", "1"));
  EXPECT_THAT(record.confusion, ElementsAre(ElementsAre(15, 4), ElementsAre(5, 16)));
  EXPECT_EQ(record.calibration_of, "1");
  ASSERT_EQ(record.calibration.size(), 2U);
  EXPECT_NEAR(record.calibration[0].said, 0.2, 1e-12);
  EXPECT_NEAR(record.calibration[0].happened, 0.25, 1e-12);
  EXPECT_NEAR(record.calibration[1].said, 0.7, 1e-12);
  EXPECT_NEAR(record.calibration[1].happened, 0.8, 1e-12);
  EXPECT_NEAR(record.calibration[1].error, share_error(16, 20), 1e-15);
  EXPECT_NEAR(record.calibration_error, 0.075, 1e-12);
}

TEST(PredictionRecord, OfMoreClassesLooksAtTheOneThatWasPredicted) {
  const torch::Tensor said =
      torch::tensor({{0.6, 0.3, 0.1}, {0.2, 0.5, 0.3}, {0.1, 0.1, 0.8}}, torch::kFloat64);
  const PredictionRecord record = prediction_record(said, classes({0, 2, 2}, {0, 0, 0}), {}, false, 0);
  EXPECT_EQ(record.calibration_of, "");
  ASSERT_EQ(record.calibration.size(), 1U);
  EXPECT_NEAR(record.calibration[0].said, (0.6 + 0.5 + 0.8) / 3, 1e-12);
  EXPECT_NEAR(record.calibration[0].happened, 2.0 / 3, 1e-12);
  EXPECT_EQ(record.confusion[2][1], 1);
  EXPECT_EQ(record.scores.size(), 2U);  // no AUC
}

TEST(PredictionRecord, ShowsASampleOfManyRows) {
  std::vector<double> truth(1200);
  std::vector<int64_t> rows(1200);
  for (size_t i = 0; i < truth.size(); ++i) {
    truth[i] = static_cast<double>(i);
    rows[i] = static_cast<int64_t>(1199 - i);
  }
  const torch::Tensor said = torch::tensor(truth, torch::kFloat64).mul(1.01).unsqueeze(1).contiguous();
  const PredictionRecord record = prediction_record(said, values(truth, 1), rows, false, 7);
  EXPECT_EQ(record.rows, 1200);
  ASSERT_EQ(record.sample.size(), 500U);
  for (const PredictedRow& row : record.sample) {
    EXPECT_EQ(row.row, 1200 - static_cast<int64_t>(row.truth));
    EXPECT_THAT(row.predicted, DoubleNear(1.01 * row.truth, 1e-9));
  }
  EXPECT_NEAR(record.median_error, 0.01 * 599, 1e-9);
  EXPECT_NEAR(record.large_error, 0.01 * 1079, 1e-9);
}

}  // namespace
}  // namespace gbho
