#include "methods/gradient/best_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/bilevel/function_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/dense_response.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/hypernet_method.h"
#include "methods/gradient/perturbation_scale.h"
#include "methods/gradient/response_trainer.h"
#include "methods/gradient/stn_method.h"
#include "methods/gradient/structured_response.h"
#include "support/exact_tuning.h"
#include "support/one_model.h"

namespace gbho {
namespace {

struct OpenHypernet : HypernetMethod {
  using HypernetMethod::HypernetMethod;
  using HypernetMethod::make_estimator;
};

struct OpenStn : StnMethod {
  using StnMethod::make_estimator;
  using StnMethod::StnMethod;
};

TuneOptions gradient_descent(double rate) {
  TuneOptions options;
  options.lower.learning_rate = {rate};
  options.runtime.threads = 1;
  return options;
}

torch::Tensor drawn(const std::vector<int64_t>& shape, Stream stream) {
  torch::Tensor values = torch::empty(shape, torch::kDouble);
  for (int64_t i = 0; i < values.numel(); ++i) values.view(-1)[i] = stream.normal();
  return values;
}

// With narrow perturbations an affine map is right to first order.
constexpr double kNarrow = 0.01;

/// Both methods, each with 10 steps a round and narrow perturbations.
class TrainedResponse : public testing::TestWithParam<std::string> {
 protected:
  TrainedResponse() {
    hypernet_.scale = stn_.scale = kNarrow;
    hypernet_.steps = stn_.train_steps = 10;
    stn_.scale_min = kNarrow / 2;
    stn_.scale_max = kNarrow * 2;
  }

  void begin(const Problem& problem, const TuneOptions& options, TrainState start) {
    context_ = std::make_unique<MethodContext>(problem, options);
    hypernet_method_ = std::make_unique<OpenHypernet>(hypernet_);
    stn_method_ = std::make_unique<OpenStn>(stn_);
    estimator_ = GetParam() == "stn" ? stn_method_->make_estimator(*context_, std::move(start))
                                     : hypernet_method_->make_estimator(*context_, std::move(start));
  }

  torch::Tensor trained_gradient(const torch::Tensor& lambda, int64_t rounds) {
    for (int64_t i = 0; i < rounds; ++i) EXPECT_TRUE(estimator_->advance(lambda));
    return estimator_->hypergradient();
  }

  HypernetOptions hypernet_;
  StnOptions stn_;
  std::unique_ptr<OpenHypernet> hypernet_method_;
  std::unique_ptr<OpenStn> stn_method_;
  std::unique_ptr<MethodContext> context_;
  std::unique_ptr<HypergradientEstimator> estimator_;
};

TEST_P(TrainedResponse, GivesTheHypergradientOfRidge) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  for (const double value : {-3.0, -1.0, 1.0}) {
    const torch::Tensor lambda = torch::full({1, 1}, value, torch::kDouble);
    begin(ridge, gradient_descent(0.1), {{0.5 * ridge.solution(lambda)}, {}, 0});
    const double error = relative_error(trained_gradient(lambda, 100), ridge.hypergradient(lambda));
    EXPECT_LT(error, 1e-3) << value;
    EXPECT_LT(relative_error(estimator_->weights()[0], ridge.solution(lambda)), 1e-3) << value;
  }
}

TEST_P(TrainedResponse, GivesTheHypergradientOfRidgeInManyHyperparameters) {
  const Stream stream(1, "test.data");
  const torch::Tensor truth = torch::tensor({1.0, -1.0, 0.5, 0.0, 0.3}, torch::kDouble);
  const auto part = [&](int64_t count, const std::string& name) {
    const torch::Tensor x = drawn({count, 5}, stream.child(name + " x"));
    return RegressionData{x, torch::matmul(x, truth) + drawn({count}, stream.child(name + " y"))};
  };
  std::vector<Dimension> dimensions;
  dimensions.reserve(5);
  for (int k = 0; k < 5; ++k) dimensions.push_back({"l2 " + std::to_string(k), "l2", -6, 3});
  const RidgeProblem ridge(part(20, "train"), part(40, "validation"), Space(dimensions));
  const torch::Tensor lambda = torch::tensor({-1.0, -0.5, 0.0, -1.5, 0.5}, torch::kDouble).unsqueeze(0);
  hypernet_.samples = stn_.samples = 8;
  begin(ridge, gradient_descent(0.1), {{ridge.solution(lambda)}, {}, 0});
  EXPECT_LT(relative_error(trained_gradient(lambda, 100), ridge.hypergradient(lambda)), 1e-3);
}

// β*(λ) = a∘λ is affine, so that the map can be exact; F depends on λ itself.
TEST_P(TrainedResponse, IsExactWhereTheReactionIsAffine) {
  const TestProblem known = quadratic_problem(3);
  const torch::Tensor lambda = torch::tensor({0.3, -0.7, 1.1}, torch::kDouble).unsqueeze(0);
  const torch::Tensor a = torch::tensor({0.5, 0.5 + 1.0 / 3, 0.5 + 2.0 / 3}, torch::kDouble);
  begin(*known.problem, gradient_descent(0.3), {{torch::zeros({1, 3}, torch::kDouble)}, {}, 0});
  const torch::Tensor right = (a * lambda - 1) * a + 0.1 * lambda;
  EXPECT_LT(relative_error(trained_gradient(lambda, 60), right), GetParam() == "stn" ? 1e-3 : 1e-6);
}

/// Logistic regression on drawn points, with a matrix of weights: three classes, four inputs.
FunctionProblem logistic_regression() {
  const auto loss = [](const torch::Tensor& x, const torch::Tensor& y, const Weights& weights) {
    const torch::Tensor z = torch::log_softmax(torch::matmul(x, weights[0].transpose(1, 2)), 2);
    return -z.gather(2, y.view({1, -1, 1}).expand({z.size(0), y.size(0), 1})).mean({1, 2});
  };
  const Examples train = clouds(45, 1);
  const Examples validation = clouds(60, 2);
  const torch::Tensor x = train.x.to(torch::kDouble);
  const torch::Tensor xv = validation.x.to(torch::kDouble);
  return FunctionProblem(
      Space({{"l2", "l2", -6, 1}}), {torch::zeros({3, 4}, torch::kDouble)},
      [=, y = validation.y](const torch::Tensor&, const Weights& w) { return loss(xv, y, w); },
      [=, y = train.y](const torch::Tensor& lambda, const Weights& w) {
        return loss(x, y, w) + lambda.exp().squeeze(1) * w[0].square().sum({1, 2});
      });
}

TEST_P(TrainedResponse, GivesTheHypergradientOfLogisticRegression) {
  const FunctionProblem problem = logistic_regression();
  constexpr double kStep = 1e-3;
  const torch::Tensor around = torch::tensor({-2.5 - kStep, -2.5, -2.5 + kStep}, torch::kDouble).unsqueeze(1);
  MethodContext exact(problem, exact_tuning(500, 1e-10));
  const TrainState solved = exact.train_with_state(around).state;
  const torch::Tensor f = problem.upper(around, solved.weights);
  const torch::Tensor right = ((f[2] - f[0]) / (2 * kStep)).view({1, 1});
  begin(problem, gradient_descent(0.5), select_members(solved, {1}));
  EXPECT_LT(relative_error(trained_gradient(around.slice(0, 1, 2), 60), right), 1e-3);
}

TEST_P(TrainedResponse, TrainsTheNetworkAsASolveWould) {
  const NetworkProblem problem = small_problem();
  const TuneOptions options = small_options();
  const torch::Tensor lambda = torch::full({1, 1}, -3.0, torch::kDouble);
  TrainState start;
  start.weights = problem.initial_weights(1, Stream(2, "test"), true);
  start.epoch = 3;
  SolveRequest request;
  request.lambda = lambda;
  request.seed = options.seed;
  request.start = start;
  LowerOptions lower = options.lower;
  lower.epochs = 4;
  Ledger ledger;
  const SolveResult solved = solve_lower(problem, lower, options.runtime, request, ledger);

  hypernet_.steps = stn_.train_steps = 4;  // 60 examples, 16 in a step
  hypernet_.scale = stn_.scale = stn_.scale_min = 1e-4;
  begin(problem, options, start);
  ASSERT_TRUE(estimator_->advance(lambda));
  for (size_t p = 0; p < 2; ++p)
    EXPECT_LT(relative_error(estimator_->weights()[p], solved.weights()[p]), 1e-4);
  EXPECT_EQ(context_->ledger().sample_gradients, 4 * 60);
  estimator_->hypergradient();
  EXPECT_EQ(context_->ledger().sample_gradients, 4 * 60 + (GetParam() == "stn" ? 4 : 1) * 30);
}

TEST_P(TrainedResponse, GoesOnFromASnapshotBitForBit) {
  const NetworkProblem problem = small_problem();
  const TrainState start{problem.initial_weights(1, Stream(2, "test"), true), {}, 0};
  const auto lambda = [](int64_t i) { return torch::full({1, 1}, -3.0 + 0.1 * i, torch::kDouble); };
  const auto rounds = [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      estimator_->advance(lambda(i));
      estimator_->hypergradient();
    }
  };
  for (const char* optimizer : {"sgd", "adam"}) {
    TuneOptions options = small_options();
    options.lower.optimizer = optimizer;
    begin(problem, options, start);
    rounds(0, 3);
    const Snapshot kept = from_safetensors(to_safetensors(estimator_->snapshot()));
    rounds(3, 6);
    const Weights weights = estimator_->weights();
    const torch::Tensor gradient = estimator_->hypergradient();

    begin(problem, options, start);
    estimator_->restore(kept);
    rounds(3, 6);
    for (size_t p = 0; p < weights.size(); ++p)
      EXPECT_TRUE(torch::equal(estimator_->weights()[p], weights[p]));
    EXPECT_TRUE(torch::equal(estimator_->hypergradient(), gradient));
  }
}

TEST_P(TrainedResponse, SaysWhenItDiverges) {
  const TestProblem known = ridge_test_problem();
  begin(*known.problem, gradient_descent(1000), {{torch::ones({1, 12}, torch::kDouble)}, {}, 0});
  bool good = true;
  for (int i = 0; i < 20 && good; ++i) good = estimator_->advance(torch::zeros({1, 1}, torch::kDouble));
  EXPECT_FALSE(good);
}

TEST_P(TrainedResponse, FindsKnownOptima) {
  for (const TestProblem& known : {ridge_test_problem(), quadratic_problem(2)}) {
    for (const char* optimizer : {"sgd", "lbfgs"}) {
      const std::unique_ptr<Method> method = GetParam() == "stn"
                                                 ? std::unique_ptr<Method>(new StnMethod())
                                                 : std::unique_ptr<Method>(new HypernetMethod());
      for (const Option& option : method->options()) {
        if (option.name == "diagonal") set_option(option, int64_t{1});
      }
      TuneOptions options = exact_tuning(300, 1e-8);
      options.lower.optimizer = optimizer;
      options.lower.learning_rate = {0.03};
      const Summary summary = tune(*method, *known.problem, options).summary;
      const double found = summary.consistent->validation_loss;
      EXPECT_LT(found, known.upper + 0.01 * std::abs(known.upper)) << known.name << ", " << optimizer;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, TrainedResponse, testing::Values("hypernet", "stn"),
                         [](const auto& test) { return test.param; });

/// A kernel, a bias and a number, mapped one way or the other.
class ResponseMap : public testing::TestWithParam<std::string> {
 protected:
  ResponseMap() {
    const torch::NoGradGuard no_grad;
    uint64_t seed = 10;
    for (const torch::Tensor& tensor : response_.tensors()) {
      tensor.copy_(drawn(tensor.sizes().vec(), Stream(seed++, "test")));
    }
  }

  Weights start_ = {drawn({1, 3, 2}, Stream(1, "test")), drawn({1, 3}, Stream(2, "test")),
                    drawn({1}, Stream(3, "test")), drawn({1, 2, 2, 3, 3}, Stream(4, "test"))};
  torch::Tensor center_ = drawn({1, 4}, Stream(5, "test"));
  BestResponse response_ =
      GetParam() == "structured" ? structured_response(start_, center_) : dense_response(start_, center_);
};

TEST_P(ResponseMap, BeginsAtTheGivenWeights) {
  const BestResponse fresh =
      GetParam() == "structured" ? structured_response(start_, center_) : dense_response(start_, center_);
  const Weights weights = fresh.weights_at(drawn({3, 4}, Stream(6, "test")));
  for (size_t p = 0; p < weights.size(); ++p) {
    for (int64_t e = 0; e < 3; ++e) EXPECT_TRUE(torch::equal(weights[p][e], start_[p][0]));
  }
}

TEST_P(ResponseMap, StaysTheSameFunctionWhenItsCenterMoves) {
  const torch::Tensor lambda = drawn({5, 4}, Stream(6, "test"));
  const Weights before = response_.weights_at(lambda);
  response_.recenter(drawn({1, 4}, Stream(7, "test")));
  const Weights after = response_.weights_at(lambda);
  for (size_t p = 0; p < before.size(); ++p) {
    EXPECT_EQ(before[p].size(0), 5);
    EXPECT_EQ(before[p][0].sizes(), start_[p][0].sizes());
    EXPECT_TRUE(torch::allclose(after[p], before[p], 1e-12, 1e-12));
    EXPECT_FALSE(torch::allclose(before[p][0], before[p][1]));
  }
}

TEST_P(ResponseMap, HasAUnitForEverySlope) {
  const Weights tensors = response_.tensors();
  const Weights units = response_.units(torch::full({4}, 0.5, torch::kDouble));
  ASSERT_EQ(units.size(), tensors.size());
  for (size_t i = 0; i < units.size(); ++i) {
    if (!units[i].defined()) continue;
    EXPECT_EQ((units[i] * tensors[i]).sizes(), tensors[i].sizes());
  }
}

TEST_P(ResponseMap, IsNotFiniteWithOneBadNumber) {
  EXPECT_TRUE(response_.is_finite());
  const torch::NoGradGuard no_grad;
  response_.tensors().back().view(-1)[0] = NAN;
  EXPECT_FALSE(response_.is_finite());
}

INSTANTIATE_TEST_SUITE_P(Kinds, ResponseMap, testing::Values("dense", "structured"),
                         [](const auto& test) { return test.param; });

TEST(Perturbed, AreMirroredPairsInTheBox) {
  const Space space({{"a", "l2", -10, 10}, {"b", "l2", -1, 0}});
  const torch::Tensor lambda = torch::tensor({0.0, 0.0}, torch::kDouble).unsqueeze(0);
  Stream stream(1, "test");
  const Perturbed around = perturbed(space, lambda, torch::tensor({0.5, 0.1}, torch::kDouble), 6, stream);
  const torch::Tensor a = around.lambda.select(1, 0);
  EXPECT_TRUE(torch::equal(a.slice(0, 0, 3), -a.slice(0, 3, 6)));
  EXPECT_LE(around.lambda.select(1, 1).max().item<double>(), 0);
  EXPECT_TRUE(torch::allclose(0.5 * around.direction.select(1, 0), a));
  EXPECT_EQ((around.direction.select(1, 1) == 0).sum().item<int64_t>(), 3);  // cut off at b = 0
}

TEST(PerturbationScale, MovesAgainstTheSlopeWithinItsBounds) {
  StnOptions options;
  PerturbationScale scale(options, 2);
  EXPECT_TRUE(torch::allclose(scale.sigma(), torch::full({2}, 0.5, torch::kDouble)));
  const torch::Tensor slope = torch::tensor({1.0, -1.0}, torch::kDouble);
  scale.step(slope);
  EXPECT_LT(scale.sigma()[0].item<double>(), 0.5);
  EXPECT_GT(scale.sigma()[1].item<double>(), 0.5);
  for (int i = 0; i < 300; ++i) scale.step(slope);
  EXPECT_NEAR(scale.sigma()[0].item<double>(), options.scale_min, 1e-12);
  EXPECT_NEAR(scale.sigma()[1].item<double>(), options.scale_max, 1e-12);
}

TEST(PerturbationScale, GrowsWhereNothingButEntropyCounts) {
  StnOptions options;
  PerturbationScale scale(options, 1);
  scale.step(torch::zeros({1}, torch::kDouble));
  EXPECT_GT(scale.sigma()[0].item<double>(), 0.5);
}

TEST(ResponseMemory, IsCheckedBeforeTheRun) {
  const NetworkProblem problem = small_problem();  // 3·4 weights and 3 biases, one hyperparameter
  HypernetOptions hypernet;
  hypernet.most_numbers = 14;
  EXPECT_THROW(HypernetMethod(hypernet).check_problem(problem), ConfigError);
  hypernet.most_numbers = 15;
  EXPECT_NO_THROW(HypernetMethod(hypernet).check_problem(problem));
  StnOptions stn;
  stn.most_numbers = 5;
  EXPECT_THROW(StnMethod(stn).check_problem(problem), ConfigError);
  stn.most_numbers = 6;
  EXPECT_NO_THROW(StnMethod(stn).check_problem(problem));
}

TEST(ResponseOptions, AreChecked) {
  const Space space({{"l2", "l2", -6, 1}});
  HypernetOptions hypernet;
  hypernet.scale = 0;
  EXPECT_THROW(HypernetMethod(hypernet).validate(space), ConfigError);
  StnOptions stn;
  stn.scale = 3;
  EXPECT_THROW(StnMethod(stn).validate(space), ConfigError);
  stn = {};
  stn.samples = 0;
  EXPECT_THROW(StnMethod(stn).validate(space), ConfigError);
  stn = {};
  stn.scale_min = stn.scale_max;
  EXPECT_THROW(StnMethod(stn).validate(space), ConfigError);
  EXPECT_NO_THROW(StnMethod().validate(space));
  EXPECT_NO_THROW(HypernetMethod().validate(space));
}

}  // namespace
}  // namespace gbho
