#include "train/lower_session.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "support/problems.h"

namespace gbho {
namespace {

LowerOptions session_options(int64_t batch, const std::string& engine) {
  LowerOptions options;
  options.batch = batch;
  options.epochs = 3;
  options.engine = engine;
  return options;
}

// Two penalties and a weight for each of ten groups of examples.
NetworkProblem session_problem(int64_t examples) {
  NetworkProblem problem;
  testing::ProblemSpec spec;
  spec.examples = examples;
  problem.level = testing::make_problem(spec);
  problem.level.weighting = ExampleWeighting(torch::arange(examples, torch::kLong) % 10, 10, 2);
  problem.validation = testing::random_examples(70, {30}, 5, 3);
  std::vector<Dimension> dimensions;
  dimensions.reserve(12);
  for (int k = 0; k < 12; ++k) dimensions.push_back({"h" + std::to_string(k), "l2", -8, 2});
  problem.box = Space(std::move(dimensions));
  return problem;
}

TrainState started(const Problem& problem, int64_t members) {
  return {problem.initial_weights(members, Stream(5, "train.init"), true), {}, 0};
}

double largest_difference(const Weights& a, const Weights& b) {
  double largest = 0;
  for (size_t p = 0; p < a.size(); ++p) largest = std::max(largest, (a[p] - b[p]).abs().max().item<double>());
  return largest;
}

struct Setting {
  int64_t examples;
  int64_t batch;
  std::string engine;
};

std::ostream& operator<<(std::ostream& out, const Setting& setting) {
  return out << setting.engine << '_' << setting.examples << '_' << setting.batch;
}

class Session : public ::testing::TestWithParam<Setting> {
 protected:
  NetworkProblem problem_ = session_problem(GetParam().examples);
  LowerOptions options_ = session_options(GetParam().batch, GetParam().engine);
  Runtime runtime_{1, "cpu", false};
  torch::Tensor lambda_ = torch::linspace(-5, 1, 12, torch::kDouble).unsqueeze(0);
};

TEST_P(Session, TrainsAsASolveDoes) {
  Ledger ledger;
  LowerSession session(problem_, options_, runtime_, 5, started(problem_, 1));
  for (int epoch = 0; epoch < 3; ++epoch) ASSERT_TRUE(session.run_epoch(lambda_, ledger));
  Ledger other;
  SolveRequest request;
  request.lambda = lambda_;
  request.seed = 5;
  const SolveResult solved = solve_lower(problem_.level, options_, runtime_, request, other);
  EXPECT_EQ(largest_difference(session.state().weights, solved.weights()), 0);
  EXPECT_EQ(ledger.sample_gradients, other.sample_gradients);
}

TEST_P(Session, AnotherLambdaTakesEffect) {
  Ledger ledger;
  LowerSession moved(problem_, options_, runtime_, 5, started(problem_, 1));
  moved.run_epoch(lambda_ + 1, ledger);
  moved.run_epoch(lambda_, ledger);
  LowerSession again(problem_, options_, runtime_, 5, started(problem_, 1));
  again.run_epoch(lambda_ + 1, ledger);
  LowerSession resumed(problem_, options_, runtime_, 5, again.state());
  resumed.run_epoch(lambda_, ledger);
  EXPECT_EQ(largest_difference(moved.state().weights, resumed.state().weights), 0);
}

TEST_P(Session, SlopeInLambdaIsThatOfTheTrainingLosses) {
  Ledger ledger;
  // A learning rate of nearly zero: weights before and after the epoch are the same.
  options_.learning_rate = {1e-9};
  LowerSession session(problem_, options_, runtime_, 5, started(problem_, 2));
  session.run_epoch(lambda_, ledger);
  const torch::Tensor expected = problem_.lambda_slope(lambda_.repeat({2, 1}), session.state().weights);
  EXPECT_TRUE(torch::allclose(session.lambda_gradient(ledger), expected, 1e-4, 1e-7));
}

TEST_P(Session, TheLinearTermPullsTheSidesApart) {
  Ledger ledger;
  UpperOracle upper(problem_, options_, runtime_);
  const TrainState start = started(problem_, 3);
  const Derivatives above = upper.at(lambda_, slice_members(start.weights, 0, 1), ledger);
  const Derivatives reference = problem_.upper_derivatives(lambda_, slice_members(start.weights, 0, 1));
  EXPECT_LT(largest_difference(above.weights, reference.weights), 1e-6);
  EXPECT_NEAR(above.value.item<double>(), reference.value.item<double>(), 1e-5);
  UpperTerm term{{0.0, 0.1, -0.1}, {}, repeat_member(above.weights, 0, 3)};
  LowerSession session(problem_, options_, runtime_, 5, start, term);
  session.run_epoch(lambda_, ledger);
  const auto loss = [&](int64_t member) {
    return problem_.upper(lambda_, session.weights(member)).item<double>();
  };
  EXPECT_LT(loss(1), loss(0));
  EXPECT_LT(loss(0), loss(2));
}

TEST_P(Session, ThreadsDoNotChangeTheResult) {
  Ledger ledger;
  LowerSession one(problem_, options_, {1, "cpu", false}, 5, started(problem_, 3));
  LowerSession three(problem_, options_, {3, "cpu", false}, 5, started(problem_, 3));
  for (int epoch = 0; epoch < 2; ++epoch) {
    one.run_epoch(lambda_, ledger);
    three.run_epoch(lambda_, ledger);
  }
  EXPECT_EQ(largest_difference(one.state().weights, three.state().weights), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, Session,
                         ::testing::Values(Setting{150, 32, "fused"}, Setting{150, 0, "fused"},
                                           Setting{1100, 0, "fused"}, Setting{150, 32, "autograd"},
                                           Setting{150, 0, "autograd"}));

TEST(LowerSession, SharedOutBatchesAgreeWithAutograd) {
  const NetworkProblem problem = session_problem(1500);
  const torch::Tensor lambda = torch::linspace(-5, 1, 12, torch::kDouble).unsqueeze(0);
  Ledger ledger;
  LowerSession fused(problem, session_options(0, "fused"), {2, "cpu", false}, 5, started(problem, 3));
  LowerSession slow(problem, session_options(0, "autograd"), {2, "cpu", false}, 5, started(problem, 3));
  for (int epoch = 0; epoch < 5; ++epoch) {
    fused.run_epoch(lambda, ledger);
    slow.run_epoch(lambda, ledger);
  }
  EXPECT_LT(largest_difference(fused.state().weights, slow.state().weights), 1e-5);
  EXPECT_TRUE(torch::allclose(fused.lambda_gradient(ledger), slow.lambda_gradient(ledger), 1e-3, 1e-7));
}

TEST(LowerSession, RefusesLbfgs) {
  const NetworkProblem problem = session_problem(100);
  LowerOptions options;
  options.optimizer = "lbfgs";
  EXPECT_THROW(LowerSession(problem, options, {}, 5, started(problem, 1)), ConfigError);
}

}  // namespace
}  // namespace gbho
