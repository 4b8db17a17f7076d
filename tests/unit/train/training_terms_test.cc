// Dropout, noise, smoothing, class weights and learning rates as hyperparameters: the hand-written kernels
// against LibTorch, for every instruction set (ctest runs what begins with Fused once for each).

#include "support/training_terms.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "nn/losses.h"
#include "train/ensemble.h"
#include "train/request.h"

namespace gbho {
namespace {

using testing::add_terms;
using testing::lambda_with_terms;
using testing::make_problem;
using testing::ProblemSpec;
using testing::random_examples;
using testing::relative_difference;

const std::vector<std::string> kAllKinds = {"learning_rate", "dropout", "input_noise", "label_smoothing",
                                            "class_weight"};

struct TermsCase {
  std::string name;
  std::vector<std::string> kinds;
  ProblemSpec problem;
  int64_t members = 3;
  LowerOptions options;
  bool two_sided = false;
};

std::ostream& operator<<(std::ostream& out, const TermsCase& test) {
  return out << test.name;
}

class TermsAgreement : public ::testing::TestWithParam<TermsCase> {
 protected:
  NetworkLevel problem() const {
    NetworkLevel level = make_problem(GetParam().problem);
    add_terms(level, GetParam().kinds);
    return level;
  }

  SolveRequest request(const NetworkLevel& level) const {
    SolveRequest request;
    request.lambda = lambda_with_terms(level, GetParam().members);
    if (!GetParam().two_sided) return request;
    request.upper.emplace();
    for (int64_t e = 0; e < GetParam().members; ++e) request.upper->epsilon.push_back(0.05 * (e % 3 - 1.0));
    request.upper->validation = random_examples(70, GetParam().problem.shape, GetParam().problem.classes, 9);
    return request;
  }
};

TEST_P(TermsAgreement, ThirtyStepsAgree) {
  const NetworkLevel level = problem();
  SolveResult results[2];
  for (const int fused : {0, 1}) {
    LowerOptions options = GetParam().options;
    options.engine = fused != 0 ? "fused" : "autograd";
    options.epochs = 3;
    Ledger ledger;
    results[fused] = solve_lower(level, options, {}, request(level), ledger);
  }
  EXPECT_LT(relative_difference(results[1].weights(), results[0].weights()), 1e-4);
  for (size_t e = 0; e < results[0].objective.size(); ++e) {
    EXPECT_NEAR(results[1].objective[e], results[0].objective[e], 1e-4 * results[0].objective[e]);
    EXPECT_NEAR(results[1].history.back()[e], results[0].history.back()[e], 1e-4);
  }
}

TEST_P(TermsAgreement, ObjectivesAndGradientsAgreeAndHaveNoNoise) {
  const NetworkLevel level = problem();
  NetworkLevel quiet = level;
  quiet.terms.dropout.clear();
  quiet.terms.input_noise = -1;
  const auto objective_of = [&](const NetworkLevel& own, const std::string& engine) {
    LowerOptions options = GetParam().options;
    options.engine = engine;
    const SolveRequest ask = request(own);
    Ensemble ensemble({&own}, options, {}, ask, start_state({&own}, options, ask));
    return ensemble.objective();
  };
  const Objective reference = objective_of(quiet, "autograd");
  for (const Objective& own : {objective_of(level, "autograd"), objective_of(level, "fused")}) {
    EXPECT_LT(relative_difference(own.gradient, reference.gradient), 1e-5);
    for (size_t e = 0; e < own.value.size(); ++e) EXPECT_NEAR(own.value[e], reference.value[e], 1e-5);
  }
}

std::vector<TermsCase> terms_cases() {
  std::vector<TermsCase> cases;
  const auto add = [&](const std::string& name, std::vector<std::string> kinds) -> TermsCase& {
    cases.emplace_back();
    cases.back().name = name;
    cases.back().kinds = std::move(kinds);
    cases.back().problem.hidden = {33, 17};
    cases.back().options.batch = 16;
    cases.back().options.learning_rate = {0.05};
    return cases.back();
  };
  for (const std::string& kind : kAllKinds) add(kind, {kind});
  add("all", kAllKinds);
  add("all_of_eleven", kAllKinds).members = 11;
  add("all_even", kAllKinds).options.batches = "even";
  add("all_in_one_batch", kAllKinds).options.batch = 0;
  add("all_clipped", kAllKinds).options.clip_norm = 0.05;
  add("all_two_sided", kAllKinds).two_sided = true;
  add("all_plain_sgd", kAllKinds).options.nesterov = false;
  TermsCase& adam = add("all_adam", kAllKinds);
  adam.options.optimizer = "adam";
  adam.options.decay = "decoupled";
  adam.options.learning_rate = {0.003};
  adam.kinds.erase(adam.kinds.begin());
  TermsCase& many = add("many_examples", {"dropout", "label_smoothing"});
  many.problem.examples = 1300;
  many.options.batch = 1100;
  add("linear", {"input_noise", "label_smoothing", "class_weight"}).problem.kind = "linear";
  TermsCase& lenet = add("lenet5", {"dropout", "label_smoothing", "class_weight"});
  lenet.problem = {"lenet5", {}, {3, 32, 32}, 10, 40, "l2"};
  lenet.members = 2;
  lenet.options.learning_rate = {0.01};
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Fused, TermsAgreement, ::testing::ValuesIn(terms_cases()),
                         [](const auto& test) { return test.param.name; });

// Decoupled decay and even batches, without any of the terms. Adam divides by the gradient's own size, so
// that a unit that opens a step earlier or later for one example shows; a wrong decay would be 1e-1 here.
TEST(FusedRecipe, DecoupledDecayAgreesWithTheReference) {
  for (const char* penalty : {"l2", "elastic_net"}) {
    for (const double clip : {0.0, 0.05}) {
      for (const int64_t batch : {16, 0}) {
        for (const char* ranges : {"", "per_input"}) {
          ProblemSpec spec;
          spec.penalty = penalty;
          spec.ranges = ranges;
          const NetworkLevel level = make_problem(spec);
          SolveResult results[2];
          for (const int fused : {0, 1}) {
            LowerOptions options;
            options.optimizer = "adam";
            options.decay = "decoupled";
            options.learning_rate = {0.003};
            options.batch = batch;
            options.batches = "even";
            options.clip_norm = clip;
            options.epochs = batch == 0 ? 30 : 3;
            options.engine = fused != 0 ? "fused" : "autograd";
            SolveRequest request;
            // Strong penalties; of ‖β‖₁ weaker ones, or a rounding error decides on which side of zero it
            // leaves a weight.
            const double shift = std::string(penalty) == "l2" ? 4 : 0;
            request.lambda = testing::make_lambda(3, level.penalty.size()) + shift;
            Ledger ledger;
            results[fused] = solve_lower(level, options, {}, request, ledger);
          }
          EXPECT_LT(relative_difference(results[1].weights(), results[0].weights()), 1e-3)
              << penalty << " " << clip << " " << batch << " " << ranges;
          EXPECT_LT(relative_difference(results[1].state.moments[1], results[0].state.moments[1]), 1e-3);
        }
      }
    }
  }
}

// Beside a step of Adam's own there is −η·2·exp λ·β, as AdamW has it.
TEST(FusedRecipe, DecoupledDecayIsAdamWs) {
  ProblemSpec spec;
  spec.examples = 40;
  NetworkLevel level = make_problem(spec);
  LowerOptions options;
  options.optimizer = "adam";
  options.learning_rate = {0.01};
  options.batch = 0;
  options.epochs = 1;
  SolveRequest request;
  request.lambda = torch::full({1, 2}, -2.0, torch::kFloat64);
  Ledger ledger;
  options.decay = "decoupled";
  const Weights with = solve_lower(level, options, {}, request, ledger).weights();
  level.penalty = {};
  request.lambda = torch::zeros({1, 0}, torch::kFloat64);
  const Weights without = solve_lower(level, options, {}, request, ledger).weights();
  const Weights start =
      level.model->initial_weights(1, Stream(request.seed, "train.init"), options.shared_initial_weights);
  const double strength[] = {2 * std::exp(-2.0), 0, std::exp(-2.0), 0};  // the first layer has two penalties
  for (size_t p = 0; p < with.size(); ++p) {
    const torch::Tensor expected = without[p] - 0.01 * 2 * strength[p] * start[p];
    EXPECT_LT((with[p] - expected).abs().max().item<double>(), 1e-6) << p;
  }
}

SolveResult solve_with(const NetworkLevel& level, const torch::Tensor& lambda, const Runtime& runtime,
                       int64_t batch = 16, const std::string& engine = "auto") {
  LowerOptions options;
  options.batch = batch;
  options.epochs = 3;
  options.engine = engine;
  SolveRequest request;
  request.lambda = lambda;
  request.seed = 3;
  Ledger ledger;
  return solve_lower(level, options, runtime, request, ledger);
}

TEST(FusedTrainingTerms, NeitherThreadsNorNeighboursChangeTheBits) {
  for (const int64_t examples : {150, 1300}) {
    ProblemSpec spec;
    spec.hidden = {33, 17};
    spec.examples = examples;
    NetworkLevel level = make_problem(spec);
    add_terms(level, kAllKinds);
    const int64_t batch = examples > 1000 ? 1100 : 16;
    const torch::Tensor lambda = lambda_with_terms(level, 5);
    const SolveResult one = solve_with(level, lambda, {1, "cpu"}, batch);
    for (const Runtime& runtime : {Runtime{2, "cpu"}, Runtime{3, "cpu", true}}) {
      const SolveResult other = solve_with(level, lambda, runtime, batch);
      for (size_t p = 0; p < one.weights().size(); ++p) {
        EXPECT_TRUE(torch::equal(one.weights()[p], other.weights()[p])) << runtime.threads;
      }
    }
    for (const int64_t e : {0, 3}) {
      const SolveResult alone = solve_with(level, lambda.narrow(0, e, 1), {2, "cpu", true}, batch);
      EXPECT_LT(relative_difference(alone.weights(), slice_members(one.weights(), e, 1)), 1e-5);
    }
  }
}

TEST(FusedTrainingTerms, ZeroOfEverythingIsNothing) {
  const NetworkLevel plain = make_problem({});
  NetworkLevel level = plain;
  add_terms(level, {"dropout", "label_smoothing", "class_weight"});
  torch::Tensor lambda = lambda_with_terms(level, 3);
  lambda.narrow(1, plain.penalty.size(), level.terms.count).zero_();
  for (const char* engine : {"fused", "autograd"}) {
    const SolveResult with = solve_with(level, lambda, {}, 16, engine);
    const SolveResult without = solve_with(plain, lambda.narrow(1, 0, plain.penalty.size()), {}, 16, engine);
    for (size_t p = 0; p < with.weights().size(); ++p) {
      EXPECT_LT(relative_difference({with.weights()[p]}, {without.weights()[p]}), 1e-5) << engine;
    }
  }
}

TEST(FusedTrainingTerms, NoiseIsDrawnAnewForEveryEpochAndSeed) {
  NetworkLevel level = make_problem({});
  add_terms(level, {"dropout"});
  const torch::Tensor lambda = lambda_with_terms(level, 2);
  LowerOptions options;
  options.batch = 0;
  options.epochs = 2;
  options.learning_rate = {1e-12};  // weights stay: losses differ by the masks alone
  SolveRequest request;
  request.lambda = lambda;
  Ledger ledger;
  const SolveResult result = solve_lower(level, options, {}, request, ledger);
  EXPECT_NE(result.history[0][1], result.history[1][1]);
  EXPECT_NEAR(result.history[0][0], result.history[1][0], 0.05);
}

TEST(TrainingTerms, ALearningRateOfAMemberIsItsOwn) {
  const NetworkLevel plain = make_problem({});
  NetworkLevel level = plain;
  add_terms(level, {"learning_rate"});
  const torch::Tensor lambda = lambda_with_terms(level, 3);
  LowerOptions options;
  options.epochs = 2;
  Ledger ledger;
  SolveRequest request;
  request.lambda = lambda;
  request.learning_rate = {5, 5, 5};  // λ wins
  const SolveResult tuned = solve_lower(level, options, {}, request, ledger);
  request.lambda = lambda.narrow(1, 0, plain.penalty.size());
  request.learning_rate = {0.01, 0.02, 0.03};
  const SolveResult given = solve_lower(plain, options, {}, request, ledger);
  for (size_t p = 0; p < given.weights().size(); ++p) {
    EXPECT_TRUE(torch::equal(tuned.weights()[p], given.weights()[p]));
  }
}

TEST(TrainingTerms, WhatCannotTrainThemSaysSo) {
  NetworkLevel level = make_problem({});
  add_terms(level, {"dropout", "learning_rate"});
  LowerOptions options;
  options.optimizer = "lbfgs";
  EXPECT_THROW(check_training({&level}, options), ConfigError);
  options.optimizer = "sgd";
  EXPECT_NO_THROW(check_training({&level}, options));
  options.learning_rate = {0.1, 0.2};
  EXPECT_THROW(check_training({&level}, options), ConfigError);
}

TEST(TrainingTerms, SmoothedLossesAreThoseOfSmoothedTargets) {
  const torch::Tensor z = torch::randn({2, 6, 4}, torch::kFloat64);
  const torch::Tensor y = torch::tensor({0, 1, 2, 3, 0, 2}, torch::kInt64);
  const torch::Tensor s = torch::tensor({0.0, 0.3}, torch::kFloat64);
  const torch::Tensor losses = smoothed_losses(z, y, s);
  const torch::Tensor target = torch::one_hot(y, 4).to(torch::kFloat64);
  for (int64_t e = 0; e < 2; ++e) {
    const torch::Tensor own = target * (1 - s[e]) + s[e] / 4;
    EXPECT_TRUE(torch::allclose(losses[e], -(own * torch::log_softmax(z[e], 1)).sum(1)));
  }
}

TEST(TrainingTerms, ClassWeightsHaveAMeanOfOne) {
  NetworkLevel level = make_problem({});
  add_terms(level, {"class_weight"});
  const torch::Tensor lambda = lambda_with_terms(level, 4);
  const torch::Tensor weights = level.weights_of_examples(lambda);
  EXPECT_TRUE(torch::allclose(weights.mean(1), torch::ones({4}, torch::kFloat64)));
  const torch::Tensor shifted = lambda + 0.7;  // all classes alike: nothing changes
  EXPECT_TRUE(torch::allclose(weights, level.weights_of_examples(shifted)));
}

}  // namespace
}  // namespace gbho
