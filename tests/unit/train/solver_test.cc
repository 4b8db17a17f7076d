#include "gbho/train/solver.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/train/check_gradients.h"
#include "gbho/train/pilot.h"
#include "support/problems.h"

namespace gbho {
namespace {

using testing::make_lambda;
using testing::make_problem;
using testing::relative_difference;

SolveRequest request_for(int64_t members) {
  SolveRequest request;
  request.lambda = make_lambda(members);
  return request;
}

LowerOptions short_options(int64_t epochs) {
  LowerOptions options;
  options.batch = 32;
  options.epochs = epochs;
  return options;
}

TEST(SolveLower, TrainsAndReportsTheObjective) {
  const NetworkLevel problem = make_problem({});
  Ledger ledger;
  const SolveResult result = solve_lower(problem, short_options(30), {}, request_for(4), ledger);
  const Scores scores = score(*problem.model, result.weights(), problem.train, {}, ledger);
  for (size_t e = 0; e < 4; ++e) {
    EXPECT_LT(result.train_loss[e], result.history.front()[e]);
    EXPECT_GT(scores.accuracy[e], 0.5);
    EXPECT_NEAR(scores.loss[e], result.train_loss[e], 1e-9);
    EXPECT_NEAR(result.objective[e], result.train_loss[e] + result.penalty[e], 1e-12);
    EXPECT_EQ(result.members[e].status, MemberStatus::kFinished);
    EXPECT_EQ(result.members[e].epochs, 30);
  }
}

TEST(SolveLower, LedgerCountsEveryExampleOfEveryMember) {
  const NetworkLevel problem = make_problem({});
  Ledger ledger;
  solve_lower(problem, short_options(3), {}, request_for(4), ledger);
  EXPECT_EQ(ledger.sample_gradients, 3 * 4 * 150);
  EXPECT_EQ(ledger.sample_evaluations, 4 * 150);
  EXPECT_EQ(ledger.lower_solves, 4);
}

TEST(SolveLower, LedgerCountsValidationExamplesOfTheTwoSidedTerm) {
  const NetworkLevel problem = make_problem({});
  SolveRequest request = request_for(2);
  request.upper = UpperTerm{{0.1, -0.1}, testing::random_examples(40, {30}, 5, 3), {}};
  Ledger ledger;
  solve_lower(problem, short_options(1), {}, request, ledger);
  // 150 examples in steps of 32, 32, 32, 32, 22, each with as many validation examples.
  EXPECT_EQ(ledger.sample_gradients, 2 * (150 + 150));
  request.upper->direction = problem.model->initial_weights(2, Stream(1, "g"), true);
  ledger = {};
  solve_lower(problem, short_options(1), {}, request, ledger);
  EXPECT_EQ(ledger.sample_gradients, 2 * 150);
}

TEST(SolveLower, ADivergingMemberStopsAloneAndIsMarked) {
  const NetworkLevel problem = make_problem({});
  SolveRequest request = request_for(3);
  request.learning_rate = {0.05, 1e6, 0.05};
  Ledger ledger;
  const SolveResult result = solve_lower(problem, short_options(10), {}, request, ledger);
  EXPECT_EQ(result.members[1].status, MemberStatus::kDiverged);
  EXPECT_THAT(result.members[1].message, ::testing::HasSubstr("learning rate"));
  EXPECT_LT(result.members[1].epochs, 10);
  EXPECT_EQ(ledger.sample_gradients, 150 * (10 + result.members[1].epochs + 10));
  for (const int64_t e : {0, 2}) {
    EXPECT_EQ(result.members[static_cast<size_t>(e)].status, MemberStatus::kFinished);
    SolveRequest alone;
    alone.lambda = request.lambda.narrow(0, e, 1);
    alone.learning_rate = {0.05};
    const SolveResult single = solve_lower(problem, short_options(10), {}, alone, ledger);
    EXPECT_LT(relative_difference(slice_members(result.weights(), e, 1), single.weights()), 1e-5);
  }
}

TEST(SolveLower, ContinuesExactlyFromAState) {
  const NetworkLevel problem = make_problem({});
  for (const std::string optimizer : {"sgd", "adam"}) {
    LowerOptions options = short_options(8);
    options.optimizer = optimizer;
    options.schedule = "cosine";
    options.learning_rate = {0.01};
    Ledger ledger;
    const SolveResult whole = solve_lower(problem, options, {}, request_for(3), ledger);
    SolveRequest first = request_for(3);
    first.on_epoch = [](const EpochRecord& record) { return record.epoch < 3; };
    const SolveResult part = solve_lower(problem, options, {}, first, ledger);
    EXPECT_TRUE(part.interrupted);
    EXPECT_EQ(part.members[0].status, MemberStatus::kInterrupted);
    SolveRequest rest = request_for(3);
    rest.start = part.state;
    const SolveResult continued = solve_lower(problem, options, {}, rest, ledger);
    EXPECT_EQ(continued.state.epoch, 8);
    for (size_t p = 0; p < whole.weights().size(); ++p) {
      EXPECT_TRUE(torch::equal(whole.weights()[p], continued.weights()[p])) << optimizer;
    }
  }
}

TEST(SolveLower, StopsOnAPlateauAndOnASmallGradient) {
  const NetworkLevel problem = make_problem({"linear", {}, {30}, 5, 150, "l2"});
  LowerOptions options = short_options(500);
  options.batch = 0;
  options.plateau_epochs = 5;
  options.plateau_tolerance = 1e-3;
  Ledger ledger;
  SolveResult result = solve_lower(problem, options, {}, request_for(2), ledger);
  EXPECT_EQ(result.members[0].status, MemberStatus::kPlateau);
  EXPECT_LT(result.members[0].epochs, 500);

  options.plateau_epochs = 0;
  options.gradient_tolerance = 0.02;
  result = solve_lower(problem, options, {}, request_for(2), ledger);
  EXPECT_EQ(result.members[0].status, MemberStatus::kConverged);
  EXPECT_LT(result.members[0].epochs, 500);
}

TEST(SolveLower, LbfgsSolvesAConvexProblem) {
  const NetworkLevel problem = make_problem({"linear", {}, {30}, 5, 150, "l2"});
  LowerOptions options;
  options.optimizer = "lbfgs";
  options.epochs = 300;
  options.gradient_tolerance = 1e-4;
  Ledger ledger;
  const SolveResult lbfgs = solve_lower(problem, options, {}, request_for(3), ledger);
  EXPECT_GT(ledger.sample_gradients, 0);
  LowerOptions slow;
  slow.batch = 0;
  slow.epochs = 4000;
  const SolveResult reference = solve_lower(problem, slow, {}, request_for(3), ledger);
  for (size_t e = 0; e < 3; ++e) {
    EXPECT_EQ(lbfgs.members[e].status, MemberStatus::kConverged) << lbfgs.members[e].message;
    EXPECT_NEAR(lbfgs.objective[e], reference.objective[e], 1e-4);
    EXPECT_LT(lbfgs.members[e].epochs, 300);
  }
}

TEST(SolveLower, CallbackSeesEveryEpoch) {
  const NetworkLevel problem = make_problem({});
  SolveRequest request = request_for(2);
  std::vector<int64_t> seen;
  request.on_epoch = [&](const EpochRecord& record) {
    seen.push_back(record.epoch);
    EXPECT_EQ(record.epochs, 4);
    EXPECT_EQ(record.loss.size(), 2U);
    return true;
  };
  Ledger ledger;
  solve_lower(problem, short_options(4), {}, request, ledger);
  EXPECT_EQ(seen, (std::vector<int64_t>{1, 2, 3, 4}));
}

TEST(SolveLower, RefusesPartsThatDoNotFit) {
  const NetworkLevel problem = make_problem({});
  Ledger ledger;
  SolveRequest request = request_for(2);
  request.lambda = torch::zeros({2, 3});
  EXPECT_THROW(solve_lower(problem, {}, {}, request, ledger), ConfigError);
  request = request_for(2);
  request.learning_rate = {0.1};
  EXPECT_THROW(solve_lower(problem, {}, {}, request, ledger), ConfigError);
  request = request_for(2);
  request.start = TrainState{problem.model->initial_weights(3, Stream(0, "x"), true), {}, 0};
  EXPECT_THROW(solve_lower(problem, {}, {}, request, ledger), ConfigError);
  NetworkLevel weighted = problem;
  weighted.example_weights = torch::ones({7});
  EXPECT_THROW(solve_lower(weighted, {}, {}, request_for(2), ledger), ConfigError);
  LowerOptions options;
  options.epochs = -1;
  EXPECT_THROW(solve_lower(problem, options, {}, request_for(2), ledger), ConfigError);
  Runtime runtime;
  runtime.device = "tpu";
  EXPECT_THROW(solve_lower(problem, {}, runtime, request_for(2), ledger), ConfigError);
}

TEST(Pilot, PicksTheRateThatSolvesTheLowerLevelBestAndChargesIt) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options = short_options(5);
  options.learning_rate = {1e-5, 0.1, 1e6};
  Ledger ledger;
  const PilotResult pilot = run_pilot(problem, options, {}, make_lambda(2), 0, ledger, nullptr);
  EXPECT_EQ(pilot.learning_rate, 0.1);
  EXPECT_EQ(pilot.trials.size(), 3U);
  EXPECT_TRUE(std::isinf(pilot.trials[2].objective));
  EXPECT_EQ(ledger.lower_solves, 6);

  options.learning_rate = {0.2};
  ledger = {};
  EXPECT_EQ(run_pilot(problem, options, {}, make_lambda(2), 0, ledger, nullptr).learning_rate, 0.2);
  EXPECT_EQ(ledger.lower_solves, 0);

  options.learning_rate = {1e6, 1e7};
  EXPECT_THROW(run_pilot(problem, options, {}, make_lambda(2), 0, ledger, nullptr), RunError);
}

TEST(CheckGradients, PassesForTheBuiltInModelsAndSeesAWrongOne) {
  const NetworkLevel problem = make_problem({});
  const GradientCheck check = check_gradients(problem, make_lambda(2), 0, {});
  EXPECT_TRUE(check.passed) << check.max_relative_error << " " << check.finite_difference_error;

  // A "network" whose gradient is cut off: differences must disagree.
  class Cut : public Model {
   public:
    explicit Cut(std::shared_ptr<const Model> inner) : inner_(std::move(inner)) {}
    std::string kind() const override { return "cut"; }
    const std::vector<Parameter>& parameters() const override { return inner_->parameters(); }
    int64_t classes() const override { return inner_->classes(); }
    torch::Tensor logits(const Weights& w, const torch::Tensor& x) const override {
      const torch::Tensor z = inner_->logits(w, x);
      return 0.5 * z + 0.5 * z.detach();
    }
    Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override {
      return inner_->initial_weights(members, stream, shared);
    }

   private:
    std::shared_ptr<const Model> inner_;
  };
  NetworkLevel wrong = problem;
  wrong.model = std::make_shared<Cut>(problem.model);
  EXPECT_FALSE(check_gradients(wrong, make_lambda(2), 0, {}).passed);
}

}  // namespace
}  // namespace gbho
