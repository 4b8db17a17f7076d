#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/reversible_trajectory.h"
#include "support/unrolled_runs.h"

namespace gbho {
namespace {

TEST(NearestRatio, FindsTheFractionsThatAreMeant) {
  const auto is = [](double value, int64_t n, int64_t d) {
    const Ratio ratio = nearest_ratio(value);
    return ratio.numerator == n && ratio.denominator == d;
  };
  EXPECT_TRUE(is(0.9, 9, 10));
  EXPECT_TRUE(is(0.5, 1, 2));
  EXPECT_TRUE(is(0.95, 19, 20));
  EXPECT_TRUE(is(0.99, 99, 100));
  Stream stream(1, "test.ratio");
  for (int i = 0; i < 1000; ++i) {
    const double value = 1e-4 + 0.9998 * stream.uniform();
    const Ratio ratio = nearest_ratio(value);
    ASSERT_GE(ratio.numerator, 1);
    ASSERT_LE(ratio.denominator, 65536);
    const auto d = static_cast<double>(ratio.denominator);
    EXPECT_LE(std::abs(value - static_cast<double>(ratio.numerator) / d), 1 / (65536 * d));
  }
}

TEST(InformationBuffer, TakesMultiplicationsBack) {
  for (const double factor : {0.9, 0.5, 0.99, 0.123456789, 0.001}) {
    const Ratio ratio = nearest_ratio(factor);
    Stream stream(2, "test.buffer");
    std::vector<int64_t> values;
    values.reserve(50);
    for (int i = 0; i < 50; ++i) values.push_back(static_cast<int64_t>(stream.bits()) >> 2);
    values.insert(values.end(), {0, 1, -1, 9, -10});
    const std::vector<int64_t> before = values;
    InformationBuffer buffer(values.size());
    const int64_t empty = buffer.bytes();
    buffer.multiply(values, ratio);
    for (size_t k = 0; k < values.size(); ++k) {
      EXPECT_NEAR(static_cast<double>(values[k]), factor * static_cast<double>(before[k]),
                  1e-4 * std::abs(static_cast<double>(before[k])) + static_cast<double>(ratio.denominator));
    }
    for (int i = 1; i < 1000; ++i) buffer.multiply(values, ratio);
    for (int i = 0; i < 1000; ++i) buffer.divide(values, ratio);
    EXPECT_EQ(values, before);
    EXPECT_EQ(buffer.bytes(), empty);
  }
}

class Reversible : public testing::TestWithParam<double> {
 protected:
  Ledger ledger_;
  RidgeProblem ridge_ = ridge_by_coefficient();
  LowerOptions lower_ = sgd_options(GetParam(), false);
  SgdSteps steps_{ridge_, lower_, 0, ledger_};
  torch::Tensor lambda_ = torch::tensor({{-3.0, -2.0, -1.0, 0.0}}, torch::kDouble);
  Weights start_ = {torch::tensor({{0.7, -0.1, 1.0 / 3, 2.0}}, torch::kDouble)};
};

TEST_P(Reversible, AThousandStepsAreTakenBackBitForBit) {
  ReversibleTrajectory run(steps_, start_);
  const std::vector<int64_t> first = run.sgd().position_digits();
  run_forward(run, lambda_, 400);
  const std::vector<int64_t> position = run.sgd().position_digits();
  const std::vector<int64_t> velocity = run.sgd().velocity_digits();
  EXPECT_NE(velocity, std::vector<int64_t>(4, 0));
  for (int64_t step = 400; step < 1000; ++step) run.forward(lambda_, step);
  EXPECT_NE(run.sgd().position_digits(), first);
  for (int64_t step = 999; step >= 400; --step) run.back(lambda_, step);
  EXPECT_EQ(run.sgd().position_digits(), position);
  EXPECT_EQ(run.sgd().velocity_digits(), velocity);
  for (int64_t step = 399; step >= 0; --step) run.back(lambda_, step);
  EXPECT_EQ(run.sgd().position_digits(), first);
  EXPECT_EQ(run.sgd().velocity_digits(), std::vector<int64_t>(4, 0));
}

TEST_P(Reversible, IsTheSgdThatItStandsFor) {
  ReversibleTrajectory run(steps_, start_);
  StoredTrajectory right(steps_, {start_, times(0, start_)}, 1);
  run_forward(run, lambda_, 30);
  run_forward(right, lambda_, 30);
  EXPECT_LT(relative_error(run.state().weights[0], right.state().weights[0]), 1e-9);
  EXPECT_LT(relative_error(run.state().velocity[0], right.state().velocity[0]), 1e-8);
}

TEST_P(Reversible, GivesTheHypergradientOfStoredWeights) {
  ReversibleTrajectory run(steps_, steps_.start().weights);
  run_forward(run, lambda_, 1000);
  const torch::Tensor found = reverse_pass(steps_, run, lambda_, 1000, 1000);
  EXPECT_LT(relative_error(found, stored_gradient(ridge_, lower_, lambda_, 1000, 1000)), 1e-6);
}

TEST_P(Reversible, RunsBackThroughASchedule) {
  lower_.schedule = "cosine";
  lower_.epochs = 200;
  SgdSteps steps(ridge_, lower_, 0, ledger_);
  ReversibleTrajectory run(steps, steps.start().weights);
  run_forward(run, lambda_, 200);
  const torch::Tensor found = reverse_pass(steps, run, lambda_, 200, 200);
  EXPECT_LT(relative_error(found, stored_gradient(ridge_, lower_, lambda_, 200, 200)), 1e-6);
}

TEST_P(Reversible, MemoryGrowsByTheBitsThatMomentumLoses) {
  const auto bits_per_weight = [&](int64_t count) {
    ReversibleTrajectory run(steps_, start_);
    run_forward(run, lambda_, count);
    return static_cast<double>(8 * run.stored_bytes()) / 4;
  };
  // In words of 64 bits, of which a few are left open; 64 bits a step if the weights were stored.
  const double lost = 500 * std::log2(1 / GetParam());
  const double grown = bits_per_weight(1000) - bits_per_weight(500);
  EXPECT_LE(grown, 1.1 * lost + 64);
  EXPECT_GT(grown, 0);
}

INSTANTIATE_TEST_SUITE_P(Momenta, Reversible, testing::Values(0.9, 0.5),
                         [](const auto& test) { return test.param == 0.9 ? "high" : "low"; });

TEST(ReversibleNetwork, IsTakenBackThroughMiniBatches) {
  const NetworkProblem problem = small_problem();
  LowerOptions lower = small_options().lower;
  lower.nesterov = false;
  Ledger ledger;
  SgdSteps steps(problem, lower, 4, ledger);
  const torch::Tensor lambda = torch::full({1, 1}, -2.0, torch::kDouble);
  ReversibleTrajectory run(steps, steps.start().weights);
  run_forward(run, lambda, 60);
  torch::Tensor found;
  ASSERT_NO_THROW(found = reverse_pass(steps, run, lambda, 60, 60));
  StoredTrajectory stored(steps, steps.start(), 60);
  run_forward(stored, lambda, 60);
  EXPECT_LT(relative_error(found, reverse_pass(steps, stored, lambda, 60, 60)), 1e-4);
}

TEST(ReversibleNetwork, NoticesGradientsThatAreNotTheSameAgain) {
  auto calls = std::make_shared<int64_t>(0);
  const FunctionProblem restless(
      Space({{"a", "l2", -1, 1}}), {torch::ones({2}, torch::kDouble)},
      [](const torch::Tensor& /*lambda*/, const Weights& beta) { return beta[0].square().sum(1); },
      [calls](const torch::Tensor& lambda, const Weights& beta) {
        return ((1 + 1e-9 * static_cast<double>(++*calls)) * lambda.exp() * beta[0].square()).sum(1);
      });
  Ledger ledger;
  SgdSteps steps(restless, sgd_options(0.9, false), 0, ledger);
  const torch::Tensor lambda = torch::zeros({1, 1}, torch::kDouble);
  ReversibleTrajectory run(steps, steps.start().weights);
  run_forward(run, lambda, 5);
  EXPECT_THROW(reverse_pass(steps, run, lambda, 5, 5), RunError);
}

TEST(FixedPointSgd, RefusesNumbersThatItCannotHold) {
  FixedPointSgd sgd({torch::ones({1, 2}, torch::kDouble)}, 0.9);
  EXPECT_FALSE(sgd.step({torch::tensor({{1.0, 1e9}}, torch::kDouble)}, 0.1));
  EXPECT_FALSE(sgd.step({torch::tensor({{std::nan(""), 1.0}}, torch::kDouble)}, 0.1));
  EXPECT_TRUE(torch::equal(sgd.weights()[0], torch::ones({1, 2}, torch::kDouble)));
  EXPECT_TRUE(sgd.step({torch::tensor({{1.0, 2.0}}, torch::kDouble)}, 0.1));
}

}  // namespace
}  // namespace gbho
