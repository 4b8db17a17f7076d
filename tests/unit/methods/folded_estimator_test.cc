#include "methods/gradient/folded_estimator.h"

#include <gtest/gtest.h>

#include "methods/gradient/value_pair.h"
#include "methods/two_sided/regimes.h"
#include "support/folded_problem.h"

namespace gbho {
namespace {

/// Penalty and weights of examples: every fold trains on rows of its own, and takes their λ.
struct EstimatorCase {
  std::string name;
  FoldedProblem problem;
  EstimatorFactory make;
};

const TwoSidedOptions& linear_form() {
  static const TwoSidedOptions options;
  return options;
}

const TwoSidedOptions& full_form() {
  static const TwoSidedOptions options = [] {
    TwoSidedOptions full;
    full.form = "full";
    return full;
  }();
  return options;
}

EstimatorFactory trio(const TwoSidedOptions& options) {
  return [&options](const EstimatorContext& context, const TrainState& start) {
    return make_trio(context, options, start);
  };
}

EstimatorFactory pair() {
  return [](const EstimatorContext& context, const TrainState& start) {
    return make_value_pair(
        context, [](int64_t) { return 20.0; }, 2, start);
  };
}

class FoldedEstimatorOf : public ::testing::TestWithParam<EstimatorCase> {
 protected:
  static TrainState start_of(const FoldedProblem& problem) {
    TrainState start;
    start.weights = problem.initial_weights(1, Stream(3, "test"), true);
    Weights velocity;
    for (const torch::Tensor& tensor : start.weights) velocity.push_back(torch::zeros_like(tensor));
    start.moments = {velocity};
    return start;
  }

  torch::Tensor lambda(int64_t round) const {
    return torch::full({1, GetParam().problem.space().size()}, -2.0 + 0.1 * static_cast<double>(round),
                       torch::kDouble);
  }
};

// The slow path: each fold is a problem of its own, with a run of its own.
TEST_P(FoldedEstimatorOf, HypergradientIsTheMeanOfTheFoldsOwn) {
  const FoldedProblem& problem = GetParam().problem;
  const TrainState start = start_of(problem);
  MethodContext run(problem, small_options());
  const auto all = make_estimator_of_folds(run, GetParam().make, start);
  std::vector<std::unique_ptr<MethodContext>> runs;
  std::vector<std::unique_ptr<HypergradientEstimator>> own;
  const size_t tensors = problem.folds[0].parameters().size();
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    runs.push_back(std::make_unique<MethodContext>(problem.folds[k], small_options()));
    const auto cut = [&](const Weights& weights) {
      return Weights(weights.begin() + static_cast<std::ptrdiff_t>(k * tensors),
                     weights.begin() + static_cast<std::ptrdiff_t>((k + 1) * tensors));
    };
    own.push_back(GetParam().make(*runs[k], {cut(start.weights), {cut(start.moments[0])}, 0}));
  }
  for (int64_t round = 0; round < 4; ++round) {
    ASSERT_TRUE(all->advance(lambda(round)));
    torch::Tensor sum = torch::zeros_like(lambda(0));
    for (const auto& fold : own) {
      ASSERT_TRUE(fold->advance(lambda(round)));
      sum += fold->hypergradient();
    }
    const torch::Tensor mean = sum / static_cast<double>(own.size());
    EXPECT_GT(mean.abs().max().item<double>(), 1e-6);
    EXPECT_TRUE(torch::allclose(all->hypergradient(), mean, 1e-12, 1e-15)) << round;
  }
  int64_t gradients = 0;
  for (const auto& fold : runs) gradients += fold->ledger().sample_gradients;
  EXPECT_EQ(run.ledger().sample_gradients, gradients);
}

TEST_P(FoldedEstimatorOf, GoesOnFromASnapshotBitForBit) {
  const FoldedProblem& problem = GetParam().problem;
  MethodContext run(problem, small_options());
  const auto whole = make_estimator_of_folds(run, GetParam().make, start_of(problem));
  ASSERT_TRUE(whole->advance(lambda(0)));
  whole->hypergradient();
  const Snapshot left = from_safetensors(to_safetensors(whole->snapshot()));
  const auto resumed = make_estimator_of_folds(run, GetParam().make, start_of(problem));
  resumed->restore(left);
  for (const auto& estimator : {&whole, &resumed}) ASSERT_TRUE((*estimator)->advance(lambda(1)));
  EXPECT_TRUE(torch::equal(whole->hypergradient(), resumed->hypergradient()));
  const Weights expected = whole->weights();
  const Weights found = resumed->weights();
  ASSERT_EQ(expected.size(), problem.parameters().size());
  ASSERT_EQ(found.size(), expected.size());
  for (size_t p = 0; p < found.size(); ++p) EXPECT_TRUE(torch::equal(found[p], expected[p]));
}

INSTANTIATE_TEST_SUITE_P(Estimators, FoldedEstimatorOf,
                         ::testing::Values(EstimatorCase{"two_sided", small_folds(), trio(linear_form())},
                                           EstimatorCase{"two_sided_full", small_folds(), trio(full_form())},
                                           EstimatorCase{"two_sided_weights", weighted_folds(),
                                                         trio(linear_form())},
                                           EstimatorCase{"f2sa", small_folds(), pair()},
                                           EstimatorCase{"f2sa_weights", weighted_folds(), pair()}),
                         [](const auto& test) { return test.param.name; });

// A row's weight acts where the row is trained on, and nowhere else: what the others say of it is zero.
TEST(FoldedEstimator, AWeightHasItsSlopeFromTheFoldsThatTrainOnItsRow) {
  const FoldedProblem problem = weighted_folds();
  MethodContext run(problem, small_options());
  TrainState start;
  start.weights = problem.initial_weights(1, Stream(3, "test"), true);
  const torch::Tensor lambda = torch::zeros({1, problem.space().size()}, torch::kDouble);
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const auto fold =
        trio(linear_form())({run, problem.folds[k]}, {problem.of_fold(start.weights, k), {}, 0});
    ASSERT_TRUE(fold->advance(lambda));
    ASSERT_TRUE(fold->advance(lambda));
    const torch::Tensor slope = fold->hypergradient().squeeze(0);
    const int64_t first = problem.folds[k].level.weighting.first();
    std::vector<bool> held_out(static_cast<size_t>(problem.whole.level.train.size()), false);
    for (const int64_t row : problem.rows[k]) held_out[static_cast<size_t>(row)] = true;
    for (size_t i = 0; i < held_out.size(); ++i) {
      const double own = slope[first + static_cast<int64_t>(i)].item<double>();
      EXPECT_EQ(own == 0, held_out[i]) << "fold " << k << ", row " << i;
    }
  }
}

}  // namespace
}  // namespace gbho
