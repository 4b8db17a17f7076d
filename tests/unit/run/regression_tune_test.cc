#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/methods/grid.h"
#include "gbho/methods/registry.h"
#include "gbho/run/tune.h"
#include "support/small_regression.h"
#include "train/metrics.h"

namespace gbho {
namespace {

using testing::HasSubstr;

TuneOptions regression_options() {
  TuneOptions options;
  options.lower.epochs = 20;
  options.lower.batch = 16;
  options.lower.learning_rate = {0.05};
  options.runtime.threads = 1;
  options.seed = 4;
  return options;
}

Result grid_of(const NetworkProblem& problem) {
  return tune(*make_grid({{4}}), problem, regression_options());
}

class EveryMethod : public testing::TestWithParam<std::string> {};

// Noise of 0.5 beside a signal of variance 1.8: R² of the truth is 0.88.
TEST_P(EveryMethod, TunesARegression) {
  const Dataset data = small_regression();
  const NetworkProblem problem = small_regression_problem(data);
  const Summary summary = tune(*create_method(GetParam()), problem, regression_options()).summary;
  EXPECT_EQ(summary.task, "regression");
  ASSERT_TRUE(summary.consistent && summary.refit);
  for (const auto* model : {&*summary.consistent, &*summary.refit}) {
    EXPECT_GT(model->test_r2, 0.8);
    EXPECT_LT(model->test_r2, 1);
    EXPECT_NEAR(model->test_rmse, data.target_deviation * std::sqrt(model->test_loss), 1e-9);
    EXPECT_TRUE(std::isnan(model->test_accuracy));
    EXPECT_TRUE(std::isnan(model->test_auc));
  }
  EXPECT_LT(summary.lambda.at(0), 0) << "a strong penalty cannot be best here";
  ASSERT_TRUE(summary.refit_check.has_value());
  EXPECT_NEAR(summary.refit_check->refit_loss, summary.refit->test_loss, 1e-9);
  const Summary again = tune(*create_method(GetParam()), problem, regression_options()).summary;
  EXPECT_EQ(again.lambda, summary.lambda);
  EXPECT_EQ(again.refit->test_loss, summary.refit->test_loss);
}

INSTANTIATE_TEST_SUITE_P(Regression, EveryMethod, testing::ValuesIn(method_names()),
                         [](const auto& test) { return test.param; });

TEST(RegressionTune, RmseAndR2AreThoseOfThePredictionsInTheTargetsUnits) {
  const Dataset data = small_regression();
  const NetworkProblem problem = small_regression_problem(data, "mlp");
  const Result result = grid_of(problem);
  const torch::Tensor outputs =
      model_outputs(*problem.level.model, result.weights.refit, problem.test, {})[0];
  const auto own_units = [&](const torch::Tensor& y) {
    return y.to(torch::kFloat64) * data.target_deviation + data.target_mean;
  };
  const torch::Tensor target = own_units(problem.test.y);
  const torch::Tensor errors = own_units(outputs.squeeze(1)) - target;
  const ModelScores& scores = *result.summary.refit;
  EXPECT_NEAR(scores.test_rmse, std::sqrt(errors.square().mean().item<double>()), 1e-4);
  const double total = (target - target.mean()).square().sum().item<double>();
  EXPECT_NEAR(scores.test_r2, 1 - errors.square().sum().item<double>() / total, 1e-5);
}

TEST(RegressionTune, CertifiesAsForClasses) {
  const NetworkProblem problem = small_regression_problem(small_regression());
  const Summary summary = tune(*create_method("gbho"), problem, regression_options()).summary;
  ASSERT_TRUE(summary.certificate.has_value());
  EXPECT_TRUE(summary.certificate->verified);
  EXPECT_TRUE(std::isfinite(summary.certificate->bound));
}

TEST(RegressionTune, TheRefitIsComparedWithTheConsistentModel) {
  NetworkProblem problem = small_regression_problem(small_regression());
  problem.validation.y = problem.validation.y + 2;  // to train on it makes a model worse
  EXPECT_TRUE(refit_worse(grid_of(problem).summary));
}

std::string complaint(const NetworkProblem& problem) {
  try {
    grid_of(problem);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(RegressionTune, ProblemsThatDoNotFitAreRefused) {
  const NetworkProblem whole = small_regression_problem(small_regression());
  EXPECT_EQ(complaint(whole), "");
  NetworkProblem problem = whole;
  problem.validation.y = torch::zeros({problem.validation.size()}, torch::kLong);
  EXPECT_THAT(complaint(problem), HasSubstr("validation: y holds class numbers, but level.train.y numbers"));
  problem = whole;
  problem.test.y = problem.test.y.clone();
  problem.test.y[3] = kNone;
  EXPECT_THAT(complaint(problem), HasSubstr("test: y[3] is not a finite number"));
  problem = whole;
  problem.level.model = make_model({"linear", {}, "torch"}, {5}, 3);
  EXPECT_THAT(complaint(problem), HasSubstr("the model has 3 outputs"));
  problem = whole;
  for (Examples* part : {&problem.level.train, &problem.validation, &problem.test}) {
    part->y = torch::zeros({part->size()}, torch::kLong);
  }
  EXPECT_THAT(complaint(problem), HasSubstr("the model has one output"));
}

TEST(RegressionTune, AClassifierNeedsTwoClasses) {
  Dataset data = small_regression();
  data.task = Task::kClassification;
  EXPECT_THROW(small_regression_problem(data), ConfigError);
}

// The target's sign, as two classes.
TEST(BinaryTune, HasAnAucWhereThereAreTwoClasses) {
  Dataset data = small_regression();
  data.task = Task::kClassification;
  data.classes = 2;
  for (Examples* part : {&data.train, &data.validation, &data.test}) part->y = part->y.gt(0).to(torch::kLong);
  const NetworkProblem problem = small_regression_problem(data);
  const Result result = grid_of(problem);
  EXPECT_EQ(result.summary.task, "classification");
  const ModelScores& scores = *result.summary.refit;
  EXPECT_GT(scores.test_auc, 0.9);
  EXPECT_LE(scores.test_auc, 1);
  EXPECT_GT(scores.test_accuracy, 0.8);
  EXPECT_TRUE(std::isnan(scores.test_rmse));
  const torch::Tensor z = problem.level.model->logits(result.weights.refit, problem.test.x)[0];
  EXPECT_NEAR(scores.test_auc, area_under_curve(z.select(1, 1) - z.select(1, 0), problem.test.y), 1e-3);
}

}  // namespace
}  // namespace gbho
