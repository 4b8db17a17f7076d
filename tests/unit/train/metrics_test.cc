#include "train/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/problems.h"

namespace gbho {
namespace {

using testing::make_problem;
using testing::ProblemSpec;

// 1 − Σ(ŷ − y)²/Σ(y − ȳ)² for ŷ = (2.5, 0, 2, 8) and y = (3, −0.5, 2, 7), scikit-learn's example.
TEST(Metrics, RSquaredOfAKnownExample) {
  const torch::Tensor y = torch::tensor({3.0, -0.5, 2.0, 7.0});
  EXPECT_NEAR(r_squared(0.375, y), 0.948608, 1e-6);
  EXPECT_NEAR(r_squared(y.var(false).item<double>(), y), 0, 1e-6);
  EXPECT_TRUE(std::isnan(r_squared(0.1, torch::ones({5}))));
}

TEST(Metrics, AreaUnderTheCurveCountsPairs) {
  const torch::Tensor y = torch::tensor({0, 0, 1, 1}, torch::kInt64);
  EXPECT_EQ(area_under_curve(torch::tensor({0.1, 0.4, 0.35, 0.8}), y), 0.75);
  EXPECT_EQ(area_under_curve(torch::tensor({1.0, 2.0, 3.0, 4.0}), y), 1);
  EXPECT_EQ(area_under_curve(torch::tensor({4.0, 3.0, 2.0, 1.0}), y), 0);
  EXPECT_EQ(area_under_curve(torch::tensor({1.0, 1.0, 1.0, 1.0}), y), 0.5);
  EXPECT_EQ(area_under_curve(torch::tensor({0.0, 1.0, 1.0, 2.0}), y), 0.875);
}

TEST(Metrics, AreaUnderTheCurveNeedsBothClassesAndNumbers) {
  EXPECT_TRUE(std::isnan(area_under_curve(torch::tensor({0.1, 0.2}), torch::ones({2}, torch::kInt64))));
  EXPECT_TRUE(
      std::isnan(area_under_curve(torch::tensor({0.1, std::nan("")}), torch::tensor({0, 1}, torch::kInt64))));
}

TEST(Metrics, OutputsAreTheModels) {
  for (const int64_t classes : {1, 2, 37}) {
    for (const char* kind : {"linear", "mlp"}) {
      ProblemSpec spec;
      spec.kind = kind;
      spec.classes = classes;
      spec.examples = 300;
      const NetworkLevel problem = make_problem(spec);
      const Weights weights = problem.model->initial_weights(3, Stream(1, "weights"), false);
      const torch::Tensor outputs = model_outputs(*problem.model, weights, problem.train, {});
      const torch::Tensor expected = problem.model->logits(weights, problem.train.x);
      EXPECT_EQ(outputs.sizes(), expected.sizes());
      EXPECT_LT((outputs - expected).abs().max().item<double>(), 1e-5) << kind << " " << classes;
    }
  }
}

}  // namespace
}  // namespace gbho
