#include "gbho/nn/penalty.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include "gbho/base/error.h"
#include "gbho/nn/module_model.h"

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

// A network's penalty is the same number by itself and beside others, with however many threads.
TEST(LargePenalty, BitsDependNeitherOnNeighboursNorOnThreads) {
  const std::shared_ptr<const Model> model = make_model({"mlp", {100}, "torch"}, {784}, 10);
  const Penalty penalty(*model, {{"all", "l2", {}, 0.5}});
  const Weights weights = model->initial_weights(6, Stream(1, "init"), false);
  const torch::Tensor lambda = torch::zeros({6, 1}, torch::kFloat64);
  const int before = at::get_num_threads();
  at::set_num_threads(1);
  const torch::Tensor together = penalty.value(lambda, weights);
  for (const int threads : {1, 2, 3}) {
    at::set_num_threads(threads);
    EXPECT_TRUE(torch::equal(penalty.value(lambda, weights), together)) << threads;
    for (int64_t e = 0; e < 6; ++e) {
      const torch::Tensor one = penalty.value(lambda.slice(0, e, e + 1), slice_members(weights, e, 1));
      EXPECT_EQ(one.item<double>(), together[e].item<double>()) << threads << " threads, network " << e;
    }
  }
  at::set_num_threads(before);
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

// hidden is [4, 3]: two ranges that overlap in input 1, and one penalty on all of it.
std::vector<PenaltyTerm> overlapping_ranges() {
  return {{"a", "l2", {"hidden"}, 0.5, {0, 2}},
          {"b", "elastic_net", {"hidden"}, 0.3, {1, 3}},
          {"c", "l1", {"hidden", "output"}, 0.5}};
}

TEST_F(PenaltyTest, ARangeOfInputsIsPenalizedAlone) {
  const Penalty penalty(*model_, overlapping_ranges());
  const torch::Tensor lambda = torch::tensor({{-1.0, -2.0, 0.3}, {-3.0, 0.5, -0.7}}, torch::kFloat64);
  const torch::Tensor value = penalty.value(lambda, weights_);
  const torch::Tensor gradient = penalty.lambda_gradient(lambda, weights_);
  for (int64_t e = 0; e < 2; ++e) {
    const torch::Tensor hidden = weights_[0][e].to(torch::kFloat64);
    const torch::Tensor a = hidden.slice(1, 0, 2);
    const torch::Tensor b = hidden.slice(1, 1, 3);
    const torch::Tensor terms[] = {a.square().sum(), 0.3 * b.abs().sum() + 0.7 * b.square().sum(),
                                   hidden.abs().sum() + weights_[2][e].to(torch::kFloat64).abs().sum()};
    double sum = 0;
    for (int64_t k = 0; k < 3; ++k) {
      const double expected = std::exp(lambda[e][k].item<double>()) * terms[k].item<double>();
      EXPECT_NEAR(gradient[e][k].item<double>(), expected, 1e-6 * expected);
      sum += expected;
    }
    EXPECT_NEAR(value[e].item<double>(), sum, 1e-6 * sum);
  }
}

TEST_F(PenaltyTest, RangesHaveStrengthsOfEachInput) {
  const Penalty penalty(*model_, overlapping_ranges());
  torch::Tensor lambda = torch::tensor({{-1.0, -2.0, 0.3}, {-3.0, 0.5, -0.7}}, torch::kFloat64);
  Weights leaves;
  for (const torch::Tensor& tensor : weights_) leaves.push_back(tensor.clone().requires_grad_());
  lambda.requires_grad_();
  penalty.value(lambda, leaves).sum().backward();
  const PenaltyStrength hidden = penalty.strength(lambda, 0);
  ASSERT_EQ(hidden.l2.sizes(), (std::vector<int64_t>{2, 1, 3}));
  const torch::Tensor expected =
      2 * hidden.l2.to(torch::kFloat32) * weights_[0] + hidden.l1.to(torch::kFloat32) * weights_[0].sign();
  EXPECT_TRUE(torch::allclose(leaves[0].grad(), expected, 1e-5, 1e-7));
  EXPECT_EQ(penalty.strength(lambda, 2).l1.sizes(), (std::vector<int64_t>{2, 1, 1}));
  EXPECT_TRUE(torch::allclose(penalty.lambda_gradient(lambda, weights_), lambda.grad(), 1e-9, 1e-12));
}

// hidden is [4, 3], output [2, 4].
class ManyPenalties : public PenaltyTest, public ::testing::WithParamInterface<PenaltyTerm> {};

TEST_P(ManyPenalties, StrengthsAndSlopesAreTheDerivatives) {
  const Penalty penalty(*model_, {{"all", "l2", {}, 0.5}, GetParam()});
  torch::Tensor lambda = torch::linspace(-3, 1, 2 * penalty.size(), torch::kDouble).view({2, -1});
  Weights leaves;
  for (const torch::Tensor& tensor : weights_) leaves.push_back(tensor.clone().requires_grad_());
  lambda.requires_grad_();
  penalty.value(lambda, leaves).sum().backward();
  EXPECT_TRUE(torch::allclose(penalty.lambda_gradient(lambda, weights_), lambda.grad(), 1e-9, 1e-12));
  for (const size_t p : {size_t{0}, size_t{2}}) {
    const PenaltyStrength strength = penalty.strength(lambda, p);
    torch::Tensor expected = 2 * strength.l2.to(torch::kFloat32) * weights_[p];
    if (strength.l1.defined()) expected = expected + strength.l1.to(torch::kFloat32) * weights_[p].sign();
    EXPECT_TRUE(torch::allclose(leaves[p].grad(), expected, 1e-5, 1e-7)) << p;
  }
}

INSTANTIATE_TEST_SUITE_P(Items, ManyPenalties,
                         ::testing::Values(PenaltyTerm{"layer", "l2", {}, 0.5, {}, "layer"},
                                           PenaltyTerm{"input", "l1", {"hidden"}, 0.5, {}, "input"},
                                           PenaltyTerm{"unit", "l2", {}, 0.5, {}, "unit"},
                                           PenaltyTerm{"weight", "elastic_net", {}, 0.3, {}, "weight"},
                                           PenaltyTerm{"few", "l2", {}, 0.5, {}, "weight", 7}),
                         [](const auto& test) { return test.param.name; });

TEST_F(PenaltyTest, CountsItsHyperparameters) {
  const auto size = [&](const std::string& per, std::vector<std::string> layers, int64_t count = 0) {
    return Penalty(*model_, {{"many", "l2", std::move(layers), 0.5, {}, per, count}}).size();
  };
  EXPECT_EQ(size("", {}), 1);
  EXPECT_EQ(size("layer", {}), 2);
  EXPECT_EQ(size("input", {"hidden"}), 3);
  EXPECT_EQ(size("unit", {}), 4 + 2);
  EXPECT_EQ(size("weight", {}), 4 * 3 + 2 * 4);
  EXPECT_EQ(size("weight", {}, 7), 7);
  EXPECT_EQ(size("unit", {}, 100), 6);
}

// A hyperparameter for every weight of both kernels, more than are gone through at a time.
class PenaltyOfEveryWeight : public ::testing::Test {
 protected:
  std::shared_ptr<const Model> model_ = make_model({"mlp", {130}, "torch"}, {150}, 3);
  Weights weights_ = model_->initial_weights(2, Stream(1, "init"), false);
  Penalty penalty_ = Penalty(*model_, {{"all", "elastic_net", {}, 0.3, {}, "weight"}});
  int64_t count_ = 130 * 150 + 3 * 130;
  torch::Tensor lambda_ = torch::sin(torch::arange(2 * count_, torch::kFloat64)).view({2, count_}) - 3;

  // The same without parts: Σ_j exp(λ_j)·(0.3·|β_j| + 0.7·β_j²).
  torch::Tensor plain(const torch::Tensor& lambda, const Weights& weights) const {
    const torch::Tensor beta =
        torch::cat({weights[0].flatten(1), weights[2].flatten(1)}, 1).to(torch::kFloat64);
    return (lambda.exp() * (0.3 * beta.abs() + 0.7 * beta.square())).sum(1);
  }
};

TEST_F(PenaltyOfEveryWeight, IsTheSumOverAllWeights) {
  EXPECT_EQ(penalty_.size(), count_);
  EXPECT_TRUE(torch::allclose(penalty_.value(lambda_, weights_), plain(lambda_, weights_), 1e-6, 0));
}

TEST_F(PenaltyOfEveryWeight, ItsGradientsAreThoseOfTheSum) {
  torch::Tensor lambda = lambda_.clone().requires_grad_();
  Weights leaves;
  for (const torch::Tensor& tensor : weights_) leaves.push_back(tensor.clone().requires_grad_());
  plain(lambda, leaves).sum().backward();
  EXPECT_TRUE(torch::allclose(penalty_.lambda_gradient(lambda_, weights_), lambda.grad(), 1e-6, 1e-12));
  for (const size_t p : {size_t{0}, size_t{2}}) {
    const PenaltyStrength strength = penalty_.strength(lambda_, p);
    const torch::Tensor slope = 2 * strength.l2.to(torch::kFloat32) * weights_[p] +
                                strength.l1.to(torch::kFloat32) * weights_[p].sign();
    EXPECT_TRUE(torch::allclose(slope, leaves[p].grad(), 1e-5, 1e-8)) << p;
  }
  torch::Tensor again = lambda_.clone().requires_grad_();
  penalty_.value(again, weights_).sum().backward();
  EXPECT_TRUE(torch::allclose(again.grad(), lambda.grad(), 1e-6, 1e-12));
}

TEST_F(PenaltyOfEveryWeight, OneNumberForAllIsNotWrittenOut) {
  const torch::Tensor same = torch::tensor({{-2.0}, {-4.0}}, torch::kFloat64).expand({2, count_});
  EXPECT_TRUE(torch::allclose(penalty_.value(same, weights_), plain(same, weights_), 1e-6, 0));
  EXPECT_TRUE(torch::allclose(penalty_.lambda_gradient(same, weights_),
                              penalty_.lambda_gradient(same.contiguous(), weights_)));
  const PenaltyStrength strength = penalty_.strength(same, 0);
  EXPECT_EQ(strength.l2.sizes(), (std::vector<int64_t>{2, 1, 1}));
  EXPECT_DOUBLE_EQ(strength.l2[1].item<double>(), 0.7 * std::exp(-4.0));
}

TEST_F(PenaltyOfEveryWeight, MembersThatShareLambdaShareItsStrengths) {
  const torch::Tensor shared = lambda_.narrow(0, 1, 1).expand({2, count_});
  const PenaltyStrength strength = penalty_.strength(shared, 0);
  EXPECT_EQ(strength.l2.stride(0), 0);
  EXPECT_TRUE(torch::equal(strength.l2, penalty_.strength(shared.contiguous(), 0).l2));
  EXPECT_TRUE(torch::equal(penalty_.lambda_gradient(shared, weights_),
                           penalty_.lambda_gradient(shared.contiguous(), weights_)));
}

std::string message_for(const Model& model, const PenaltyTerm& term) {
  try {
    const Penalty penalty(model, {term});
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_F(PenaltyTest, SaysWhatIsWrongWithARange) {
  using ::testing::HasSubstr;
  EXPECT_EQ(message_for(*model_, {"x", "l2", {"hidden"}, 0.5, {0, 3}}), "");
  EXPECT_THAT(message_for(*model_, {"x", "l2", {"hidden"}, 0.5, {2}}), HasSubstr("give two numbers"));
  EXPECT_THAT(message_for(*model_, {"x", "l2", {"hidden"}, 0.5, {2, 2}}),
              HasSubstr("hyperparameter.x.inputs = [2, 2]: not a range"));
  EXPECT_THAT(message_for(*model_, {"x", "l2", {"hidden"}, 0.5, {-1, 2}}), HasSubstr("not a range"));
  EXPECT_THAT(message_for(*model_, {"x", "l2", {"hidden"}, 0.5, {1, 4}}),
              HasSubstr("the layer 'hidden' has 3 inputs; use a range within [0, 3]"));
  EXPECT_THAT(message_for(*model_, {"x", "l2", {"output"}, 0.5, {0, 2}}),
              HasSubstr("'output' does not read the data's inputs one by one; set layers = [\"hidden\"]"));
  EXPECT_THAT(message_for(*model_, {"x", "l2", {}, 0.5, {0, 2}}), HasSubstr("'output' does not read"));
  const auto lenet = make_model({"lenet5", {}, "torch"}, {3, 32, 32}, 10);
  EXPECT_THAT(message_for(*lenet, {"x", "l2", {"dense1"}, 0.5, {0, 2}}),
              HasSubstr("no layer of 'lenet5' does: leave inputs out"));
}

TEST_F(PenaltyTest, TakesARangeOfAnyDenseKernelOfAModule) {
  const auto model = make_module_model(
      std::make_shared<torch::nn::LinearImpl>(6, 2),
      [](torch::nn::Module& module, const torch::Tensor& x) {
        return module.as<torch::nn::LinearImpl>()->forward(x);
      },
      2);
  EXPECT_EQ(message_for(*model, {"x", "l2", {}, 0.5, {2, 6}}), "");
  EXPECT_THAT(message_for(*model, {"x", "l2", {}, 0.5, {2, 7}}), ::testing::HasSubstr("has 6 inputs"));
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
