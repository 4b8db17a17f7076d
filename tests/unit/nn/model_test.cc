#include "gbho/nn/model.h"

#include <gtest/gtest.h>
#include <torch/nn/functional.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

namespace F = torch::nn::functional;

TEST(DenseNet, EachMemberIsAnOrdinaryNetwork) {
  const auto model = make_model({"mlp", {7, 5}, "torch"}, {11}, 4);
  const Weights w = model->initial_weights(3, Stream(1, "init"), false);
  const torch::Tensor x = torch::rand({6, 11});
  const torch::Tensor z = model->logits(w, x);
  ASSERT_EQ(z.sizes(), (std::vector<int64_t>{3, 6, 4}));
  for (int64_t e = 0; e < 3; ++e) {
    torch::Tensor h = torch::relu(F::linear(x, w[0][e], w[1][e]));
    h = torch::relu(F::linear(h, w[2][e], w[3][e]));
    EXPECT_TRUE(torch::allclose(z[e], F::linear(h, w[4][e], w[5][e]), 1e-5, 1e-6));
  }
}

TEST(DenseNet, HiddenUnitsMayBeSigmoids) {
  ModelOptions options{"mlp", {7}, "torch"};
  options.activation = "sigmoid";
  const auto model = make_model(options, {11}, 4);
  const Weights w = model->initial_weights(2, Stream(1, "init"), false);
  const torch::Tensor x = torch::rand({6, 11});
  const torch::Tensor z = model->logits(w, x);
  for (int64_t e = 0; e < 2; ++e) {
    const torch::Tensor h = torch::sigmoid(F::linear(x, w[0][e], w[1][e]));
    EXPECT_TRUE(torch::allclose(z[e], F::linear(h, w[2][e], w[3][e]), 1e-5, 1e-6));
  }
  EXPECT_FALSE(model->plan());  // the kernels know ReLU alone
  EXPECT_TRUE(make_model({"mlp", {7}, "torch"}, {11}, 4)->plan());
}

TEST(DenseNet, OnlyAnMlpHasAChoiceOfUnits) {
  ModelOptions options{"linear", {}, "torch"};
  options.activation = "sigmoid";
  EXPECT_THROW(make_model(options, {11}, 4), ConfigError);
  options = {"mlp", {7}, "torch"};
  options.activation = "tanh";
  EXPECT_THROW(make_model(options, {11}, 4), ConfigError);
}

TEST(DenseNet, LayersAreNamedAsInStudyFiles) {
  EXPECT_EQ(make_model({"mlp", {7}, "torch"}, {11}, 4)->layers(),
            (std::vector<std::string>{"hidden", "output"}));
  EXPECT_EQ(make_model({"mlp", {7, 5}, "torch"}, {11}, 4)->layers(),
            (std::vector<std::string>{"hidden1", "hidden2", "output"}));
  EXPECT_EQ(make_model({"linear", {}, "torch"}, {11}, 4)->layers(), (std::vector<std::string>{"output"}));
}

TEST(DenseNet, FlattensImages) {
  const auto model = make_model({"linear", {}, "torch"}, {3, 4, 4}, 2);
  const Weights w = model->initial_weights(1, Stream(1, "init"), true);
  EXPECT_EQ(model->logits(w, torch::rand({5, 3, 4, 4})).sizes(), (std::vector<int64_t>{1, 5, 2}));
  EXPECT_EQ(model->parameter_count(), 48 * 2 + 2);
}

TEST(LeNet5, EachMemberIsAnOrdinaryNetwork) {
  const auto model = make_model({"lenet5", {}, "torch"}, {3, 32, 32}, 10);
  EXPECT_EQ(model->parameter_count(), 62006);
  const Weights w = model->initial_weights(2, Stream(1, "init"), false);
  const torch::Tensor x = torch::rand({4, 3, 32, 32});
  const torch::Tensor z = model->logits(w, x);
  for (int64_t e = 0; e < 2; ++e) {
    torch::Tensor h = torch::max_pool2d(torch::relu(torch::conv2d(x, w[0][e], w[1][e])), 2);
    h = torch::max_pool2d(torch::relu(torch::conv2d(h, w[2][e], w[3][e])), 2).flatten(1);
    h = torch::relu(F::linear(h, w[4][e], w[5][e]));
    h = torch::relu(F::linear(h, w[6][e], w[7][e]));
    EXPECT_TRUE(torch::allclose(z[e], F::linear(h, w[8][e], w[9][e]), 1e-4, 1e-5));
  }
}

TEST(LeNet5, PadsSmallImages) {
  const auto model = make_model({"lenet5", {}, "torch"}, {784}, 10);
  const Weights w = model->initial_weights(1, Stream(1, "init"), true);
  EXPECT_EQ(model->logits(w, torch::rand({2, 784})).sizes(), (std::vector<int64_t>{1, 2, 10}));
}

TEST(Model, RefusesWhatItCannotTake) {
  EXPECT_THROW(make_model({"lenet5", {}, "torch"}, {100}, 10), ConfigError);
  EXPECT_THROW(make_model({"mlp", {}, "torch"}, {100}, 10), ConfigError);
  EXPECT_THROW(make_model({"mlp", {0}, "torch"}, {100}, 10), ConfigError);
  EXPECT_THROW(make_model({"mlp", {5}, "xavier"}, {100}, 10), ConfigError);
  EXPECT_THROW(make_model({"linear", {}, "torch"}, {100}, 0), ConfigError);
  try {
    make_model({"mpl", {5}, "torch"}, {100}, 10);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean 'mlp'?"));
  }
}

TEST(InitialWeights, FollowTheirRule) {
  for (const std::string init : {"torch", "glorot", "he"}) {
    const auto model = make_model({"mlp", {200}, init}, {300}, 10);
    const Weights w = model->initial_weights(1, Stream(1, "init"), true);
    const double fan_in = 300;
    double deviation = 1 / std::sqrt(3 * fan_in);
    if (init == "glorot") deviation = std::sqrt(2.0 / (300 + 200));
    if (init == "he") deviation = std::sqrt(2.0 / fan_in);
    EXPECT_NEAR(w[0].std().item<double>(), deviation, 0.02 * deviation) << init;
    EXPECT_EQ(w[1].abs().max().item<double>() == 0, init != "torch") << init;
  }
}

TEST(InitialWeights, AreSharedOrSeparate) {
  const auto model = make_model({"mlp", {4}, "torch"}, {3}, 2);
  const Weights shared = model->initial_weights(2, Stream(1, "init"), true);
  EXPECT_TRUE(torch::equal(shared[0][0], shared[0][1]));
  const Weights separate = model->initial_weights(2, Stream(1, "init"), false);
  EXPECT_FALSE(torch::equal(separate[0][0], separate[0][1]));
}

}  // namespace
}  // namespace gbho
