#include "gbho/bilevel/folded_problem.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "support/folded_problem.h"

namespace gbho {
namespace {

class FoldedProblemOf : public ::testing::Test {
 protected:
  FoldedProblem problem_ = small_folds();
  torch::Tensor lambda_ = torch::tensor({{-3.0}, {-1.0}}, torch::kFloat64);
  Weights weights_ = problem_.initial_weights(2, Stream(3, "test"), false);
};

TEST_F(FoldedProblemOf, ValuesAreMeansOverTheFolds) {
  torch::Tensor upper = torch::zeros({2}, torch::kFloat64);
  torch::Tensor lower = torch::zeros({2}, torch::kFloat64);
  for (size_t k = 0; k < 3; ++k) {
    const Weights own = problem_.of_fold(weights_, k);
    upper += problem_.folds[k].upper(lambda_, own) / 3;
    lower += problem_.folds[k].lower(lambda_, own) / 3;
  }
  EXPECT_TRUE(torch::allclose(problem_.upper(lambda_, weights_), upper, 1e-12, 1e-12));
  EXPECT_TRUE(torch::allclose(problem_.lower(lambda_, weights_), lower, 1e-12, 1e-12));
}

TEST_F(FoldedProblemOf, DerivativesAreThoseOfAutograd) {
  const auto check = [&](const Derivatives& ours, const Derivatives& automatic) {
    EXPECT_TRUE(torch::allclose(ours.value, automatic.value, 1e-6, 1e-8));
    EXPECT_TRUE(torch::allclose(ours.lambda, automatic.lambda, 1e-6, 1e-8));
    ASSERT_EQ(ours.weights.size(), automatic.weights.size());
    for (size_t p = 0; p < ours.weights.size(); ++p) {
      EXPECT_TRUE(torch::allclose(ours.weights[p], automatic.weights[p], 1e-5, 1e-7));
    }
  };
  check(problem_.lower_derivatives(lambda_, weights_),
        problem_.Problem::lower_derivatives(lambda_, weights_));
  check(problem_.upper_derivatives(lambda_, weights_),
        problem_.Problem::upper_derivatives(lambda_, weights_));
}

TEST_F(FoldedProblemOf, PartsComeApartAndTogether) {
  std::vector<Weights> parts;
  parts.reserve(3);
  for (size_t k = 0; k < 3; ++k) parts.push_back(problem_.of_fold(weights_, k));
  const Weights again = FoldedProblem::joined(parts);
  ASSERT_EQ(again.size(), weights_.size());
  for (size_t p = 0; p < again.size(); ++p) EXPECT_TRUE(torch::equal(again[p], weights_[p]));
  EXPECT_EQ(problem_.parameters().front().name, "fold1/output.weight");
  EXPECT_EQ(problem_.lower_examples(), 50);
  EXPECT_EQ(problem_.upper_examples(), 24);
  EXPECT_EQ(problem_.row_cost(), 3);
}

TEST_F(FoldedProblemOf, FoldsWithOtherHyperparametersAreRefused) {
  std::vector<NetworkProblem> folds = problem_.folds;
  folds[1].box = Space({{"l2", "l2", -8, 2}, {"another", "l2", -8, 2}});
  EXPECT_THROW(FoldedProblem(folds, problem_.whole, problem_.rows), ConfigError);
}

}  // namespace
}  // namespace gbho
