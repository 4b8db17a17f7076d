#include "gbho/nn/penalty.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

class PenaltyTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Model> model_ = make_model({"mlp", {4}, "torch"}, {3}, 2);
  Weights weights_ = model_->initial_weights(2, Stream(1, "init"), false);
  torch::Tensor lambda_ = torch::tensor({{-1.0, -2.0}, {-3.0, 0.5}}, torch::kFloat64);
};

TEST_F(PenaltyTest, ValueIsTheWeightedSumOverGroupsWithoutBiases) {
  const Penalty penalty(*model_,
                        {{"a", "l2", {"hidden"}, 0.5}, {"b", "elastic_net", {"hidden", "output"}, 0.3}});
  const torch::Tensor value = penalty.value(lambda_, weights_);
  for (int64_t e = 0; e < 2; ++e) {
    const double hidden2 = weights_[0][e].square().sum().item<double>();
    const double output2 = weights_[2][e].square().sum().item<double>();
    const double both1 = (weights_[0][e].abs().sum() + weights_[2][e].abs().sum()).item<double>();
    const double expected =
        std::exp(lambda_[e][0].item<double>()) * hidden2 +
        std::exp(lambda_[e][1].item<double>()) * (0.3 * both1 + 0.7 * (hidden2 + output2));
    EXPECT_NEAR(value[e].item<double>(), expected, 1e-5 * expected);
  }
}

TEST_F(PenaltyTest, LambdaGradientMatchesAutograd) {
  const Penalty penalty(*model_, {{"a", "l1", {"hidden"}, 0.5}, {"b", "l2", {}, 0.5}});
  torch::Tensor lambda = lambda_.clone().requires_grad_();
  penalty.value(lambda, weights_).sum().backward();
  EXPECT_TRUE(torch::allclose(penalty.lambda_gradient(lambda_, weights_), lambda.grad(), 1e-9, 1e-12));
}

TEST_F(PenaltyTest, StrengthsGiveTheGradientInTheWeights) {
  const Penalty penalty(*model_,
                        {{"a", "elastic_net", {"hidden"}, 0.2}, {"b", "l2", {"hidden", "output"}, 0.5}});
  Weights leaves;
  for (const torch::Tensor& tensor : weights_) leaves.push_back(tensor.clone().requires_grad_());
  penalty.value(lambda_, leaves).sum().backward();
  const PenaltyStrength hidden = penalty.strength(lambda_, 0);
  const torch::Tensor expected = 2 * hidden.l2.to(torch::kFloat32).view({2, 1, 1}) * weights_[0] +
                                 hidden.l1.to(torch::kFloat32).view({2, 1, 1}) * weights_[0].sign();
  EXPECT_TRUE(torch::allclose(leaves[0].grad(), expected, 1e-5, 1e-7));
  EXPECT_FALSE(penalty.strength(lambda_, 2).l1.defined());
  EXPECT_FALSE(penalty.strength(lambda_, 1).l2.defined());  // a bias
}

TEST_F(PenaltyTest, NamesTheLayerItDoesNotKnow) {
  try {
    const Penalty penalty(*model_, {{"l2", "l2", {"hiden"}, 0.5}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("\"hiden\""));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean 'hidden'?"));
  }
  EXPECT_THROW(Penalty(*model_, {{"x", "l3", {}, 0.5}}), ConfigError);
  EXPECT_THROW(Penalty(*model_, {{"x", "elastic_net", {}, 1.5}}), ConfigError);
}

}  // namespace
}  // namespace gbho
