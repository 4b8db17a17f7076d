#include "gbho/bilevel/training_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/train/check_gradients.h"
#include "support/problems.h"

namespace gbho {
namespace {

Hyperparameter term_block(const std::string& kind, std::vector<std::string> layers = {}) {
  Hyperparameter block = usual_hyperparameter(kind);
  block.name = kind;
  block.layers = std::move(layers);
  return block;
}

NetworkProblem problem_with(const std::vector<Hyperparameter>& blocks, const std::string& kind = "mlp") {
  Dataset data;
  data.train = testing::random_examples(60, {12}, 3, 1);
  data.validation = testing::random_examples(30, {12}, 3, 2);
  data.classes = 3;
  data.input_shape = {12};
  ModelOptions model;
  model.kind = kind;
  model.hidden = {8, 6};
  return network_problem(std::move(data), model, blocks);
}

std::string refusal(const std::vector<Hyperparameter>& blocks, const std::string& kind = "mlp") {
  try {
    problem_with(blocks, kind);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(TrainingTerms, BlocksComeLastInTheirOrder) {
  Hyperparameter dropout = term_block("dropout");
  dropout.per = "layer";
  const NetworkProblem problem =
      problem_with({term_block("learning_rate"), dropout, term_block("class_weight"), term_block("l2"),
                    term_block("label_smoothing"), term_block("input_noise")});
  const TrainingTerms& terms = problem.level.terms;
  EXPECT_EQ(terms.learning_rate, 1);
  EXPECT_EQ(terms.dropout, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(terms.class_weight, (std::vector<int64_t>{4, 5, 6}));
  EXPECT_EQ(terms.label_smoothing, 7);
  EXPECT_EQ(terms.input_noise, 8);
  EXPECT_EQ(terms.count, 8);
  std::vector<std::string> names;
  std::vector<std::string> transforms;
  for (const Dimension& dimension : problem.box.dimensions()) {
    names.push_back(dimension.name);
    transforms.push_back(dimension.transform);
  }
  EXPECT_THAT(names,
              ::testing::ElementsAre("l2", "learning_rate", "dropout.0", "dropout.1", "class_weight.0",
                                     "class_weight.1", "class_weight.2", "label_smoothing", "input_noise"));
  EXPECT_THAT(transforms, ::testing::ElementsAre("exp", "exp", "identity", "identity", "exp", "exp", "exp",
                                                 "identity", "exp"));
  EXPECT_THAT(problem.training_only(),
              ::testing::ElementsAre("learning_rate", "dropout.0", "dropout.1", "input_noise"));
  EXPECT_FALSE(problem.is_penalized());
}

TEST(TrainingTerms, DropoutOfSomeLayersLeavesTheOthers) {
  EXPECT_EQ(problem_with({term_block("dropout", {"hidden2"})}).level.terms.dropout,
            (std::vector<int64_t>{-1, 0}));
  EXPECT_EQ(problem_with({term_block("dropout")}).level.terms.dropout, (std::vector<int64_t>{0, 0}));
}

TEST(TrainingTerms, WhatCannotBeSaysSo) {
  using ::testing::HasSubstr;
  EXPECT_THAT(refusal({term_block("dropout")}, "linear"), HasSubstr("no layer that dropout can act on"));
  EXPECT_THAT(refusal({term_block("dropout", {"output"})}), HasSubstr("dropout cannot act on the layer"));
  Hyperparameter second = term_block("dropout", {"hidden1"});
  second.name = "more";
  EXPECT_THAT(refusal({term_block("dropout"), second}), HasSubstr("has dropout from another block"));
  Hyperparameter twice = term_block("learning_rate");
  twice.name = "again";
  EXPECT_THAT(refusal({term_block("learning_rate"), twice}), HasSubstr("a study has one block of them"));
  Hyperparameter wide = term_block("dropout");
  wide.high = 0.95;
  EXPECT_THAT(refusal({wide}), HasSubstr("hyperparameter.dropout.high = 0.95"));
  Hyperparameter negative = term_block("label_smoothing");
  negative.low = -1;
  EXPECT_THAT(refusal({negative}), HasSubstr("hyperparameter.label_smoothing.low = -1"));
  Hyperparameter all_alike = term_block("class_weight");
  all_alike.per = "";
  EXPECT_THAT(refusal({all_alike}), HasSubstr("changes nothing"));
  Hyperparameter many = term_block("input_noise");
  many.per = "input";
  EXPECT_THAT(refusal({many}), HasSubstr("leave per out"));
  EXPECT_THAT(refusal({term_block("label_smoothing", {"output"})}), HasSubstr("has no part in"));
}

// ∂f/∂λ and ∂f/∂β against central differences, ∂F/∂λ being zero.
TEST(TrainingTerms, GradientsAgreeWithDifferences) {
  const std::vector<std::vector<Hyperparameter>> studies = {
      {term_block("label_smoothing")},
      {term_block("class_weight")},
      {term_block("l2"), term_block("label_smoothing"), term_block("class_weight")},
      {term_block("example_weight"), term_block("label_smoothing"), term_block("class_weight")}};
  for (const std::vector<Hyperparameter>& blocks : studies) {
    NetworkProblem problem = problem_with(blocks);
    problem.level.train.x = problem.level.train.x.to(torch::kFloat64);
    problem.validation.x = problem.validation.x.to(torch::kFloat64);
    const ProblemCheck check = check_gradients(problem, 3);
    EXPECT_TRUE(check.passed) << check.error;
    // The slope that methods use, from losses alone, is the same.
    Stream stream(5, "test.lambda");
    const torch::Tensor low = problem.box.low();
    const torch::Tensor range = problem.box.high() - low;
    torch::Tensor lambda = torch::empty({3, problem.box.size()}, torch::kFloat64);
    for (int64_t e = 0; e < 3; ++e) lambda[e] = low + range * stream.uniform();
    Weights weights = problem.initial_weights(3, Stream(2, "test.weights"), false);
    for (torch::Tensor& tensor : weights) tensor = tensor.to(torch::kFloat64);
    const torch::Tensor slope = problem.lambda_slope(lambda, weights);
    const torch::Tensor reference = problem.lower_derivatives(lambda, weights).lambda;
    EXPECT_LT((slope - reference).abs().max().item<double>(), 1e-9);
  }
}

// What training alone knows of has no slope.
TEST(TrainingTerms, WhatHasNoPartInTheObjectiveHasNoSlope) {
  const NetworkProblem problem =
      problem_with({term_block("l2"), term_block("dropout"), term_block("input_noise"),
                    term_block("learning_rate"), term_block("label_smoothing")});
  const torch::Tensor lambda = problem.box.center().unsqueeze(0);
  const Weights weights = problem.initial_weights(1, Stream(2, "test.weights"), false);
  const torch::Tensor slope = problem.lambda_slope(lambda, weights)[0];
  EXPECT_NE(slope[0].item<double>(), 0);
  for (int64_t k = 1; k < 4; ++k) EXPECT_EQ(slope[k].item<double>(), 0);
  EXPECT_NE(slope[4].item<double>(), 0);
}

}  // namespace
}  // namespace gbho
