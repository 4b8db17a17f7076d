#include "gbho/nn/module_model.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include "gbho/base/error.h"
#include "gbho/train/check_gradients.h"
#include "support/problems.h"

namespace gbho {
namespace {

struct TwoLayersImpl : torch::nn::Cloneable<TwoLayersImpl> {
  explicit TwoLayersImpl(int64_t count = 5) : outputs(count) { reset(); }
  void reset() override {
    hidden = register_module("hidden", torch::nn::Linear(30, 20));
    output = register_module("output", torch::nn::Linear(20, outputs));
  }
  torch::Tensor forward(const torch::Tensor& x) { return output(torch::relu(hidden(x))); }
  int64_t outputs;
  torch::nn::Linear hidden{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(TwoLayers);

struct WithBatchNormImpl : torch::nn::Cloneable<WithBatchNormImpl> {
  WithBatchNormImpl() { reset(); }
  void reset() override {
    norm = register_module("norm", torch::nn::BatchNorm1d(30));
    output = register_module("output", torch::nn::Linear(30, 5));
  }
  torch::Tensor forward(const torch::Tensor& x) { return output(norm(x)); }
  torch::nn::BatchNorm1d norm{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(WithBatchNorm);

TEST(ModuleModel, TrainsLikeTheBuiltInNetwork) {
  NetworkLevel built_in = testing::make_problem({});
  NetworkLevel own = built_in;
  own.model = make_module_model(TwoLayers(), 5);
  ASSERT_EQ(own.model->layers(), built_in.model->layers());
  own.penalty = Penalty(*own.model, built_in.penalty.terms());
  LowerOptions options;
  options.batch = 16;
  options.epochs = 3;
  SolveRequest request;
  request.lambda = testing::make_lambda(3);
  request.start = TrainState{built_in.model->initial_weights(3, Stream(2, "init"), false), {}, 0};
  Ledger ledger;
  const SolveResult expected = solve_lower(built_in, options, {}, request, ledger);
  const SolveResult result = solve_lower(own, options, {}, request, ledger);
  EXPECT_EQ(result.engine, "autograd/cpu");
  EXPECT_LT(testing::relative_difference(result.weights(), expected.weights()), 1e-4);
}

TEST(ModuleModel, WithOneOutputIsARegression) {
  testing::ProblemSpec spec;
  spec.classes = 1;
  const NetworkLevel built_in = testing::make_problem(spec);
  NetworkLevel own = built_in;
  own.model = make_module_model(TwoLayers(1), 1);
  own.penalty = Penalty(*own.model, built_in.penalty.terms());
  LowerOptions options;
  options.batch = 16;
  options.epochs = 3;
  options.learning_rate = {0.005};
  SolveRequest request;
  request.lambda = testing::make_lambda(3);
  request.start = TrainState{built_in.model->initial_weights(3, Stream(2, "init"), false), {}, 0};
  Ledger ledger;
  const SolveResult expected = solve_lower(built_in, options, {}, request, ledger);
  const SolveResult result = solve_lower(own, options, {}, request, ledger);
  EXPECT_LT(testing::relative_difference(result.weights(), expected.weights()), 1e-4);
  EXPECT_NEAR(result.train_loss[0], expected.train_loss[0], 1e-4);
}

TEST(ModuleModel, TakesPenaltiesOnBlocksOfInputs) {
  testing::ProblemSpec spec;
  spec.ranges = "blocks";
  const NetworkLevel built_in = testing::make_problem(spec);
  NetworkLevel own = built_in;
  own.model = make_module_model(TwoLayers(), 5);
  own.penalty = Penalty(*own.model, built_in.penalty.terms());
  LowerOptions options;
  options.batch = 16;
  options.epochs = 3;
  SolveRequest request;
  request.lambda = testing::make_lambda(3, built_in.penalty.size());
  request.start = TrainState{built_in.model->initial_weights(3, Stream(2, "init"), false), {}, 0};
  Ledger ledger;
  const SolveResult expected = solve_lower(built_in, options, {}, request, ledger);
  const SolveResult result = solve_lower(own, options, {}, request, ledger);
  EXPECT_LT(testing::relative_difference(result.weights(), expected.weights()), 1e-5);
}

TEST(ModuleModel, TwoResultsInOneGraphKeepTheirOwnWeights) {
  const auto model = make_module_model(TwoLayers(), 5);
  Weights a = model->initial_weights(2, Stream(1, "a"), false);
  for (torch::Tensor& tensor : a) tensor.requires_grad_();
  const torch::Tensor x = torch::rand({4, 30});
  const torch::Tensor both = model->logits(a, x).sum() + (model->logits(a, 2 * x)).square().sum();
  both.backward();
  const torch::Tensor gradient = a[0].grad().clone();

  const auto built_in = make_model({"mlp", {20}, "torch"}, {30}, 5);
  Weights b;
  for (const torch::Tensor& tensor : a) b.push_back(tensor.detach().clone().requires_grad_());
  (built_in->logits(b, x).sum() + built_in->logits(b, 2 * x).square().sum()).backward();
  EXPECT_TRUE(torch::allclose(gradient, b[0].grad(), 1e-4, 1e-5));
}

TEST(ModuleModel, FollowsThePrecisionOfItsWeights) {
  const NetworkLevel built_in = testing::make_problem({});
  NetworkLevel own = built_in;
  own.model = make_module_model(TwoLayers(), 5);
  own.penalty = Penalty(*own.model, built_in.penalty.terms());
  const GradientCheck check = check_gradients(own, testing::make_lambda(2), 0, {});  // single, then double
  EXPECT_TRUE(check.passed) << check.finite_difference_error;
}

TEST(ModuleModel, SeparateMembersStartDifferently) {
  const auto model = make_module_model(TwoLayers(), 5);
  const Weights shared = model->initial_weights(2, Stream(1, "init"), true);
  EXPECT_TRUE(torch::equal(shared[0][0], shared[0][1]));
  const Weights separate = model->initial_weights(2, Stream(1, "init"), false);
  EXPECT_FALSE(torch::equal(separate[0][0], separate[0][1]));
  EXPECT_TRUE(torch::equal(separate[0], model->initial_weights(2, Stream(1, "init"), false)[0]));
}

TEST(ModuleModel, RefusesBuffers) {
  try {
    make_module_model(WithBatchNorm(), 5);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("norm.running_mean"));
  }
}

}  // namespace
}  // namespace gbho
