// The hand-written kernels against LibTorch's autograd, the slow path kept as the reference. ctest runs this
// file once per instruction set (tests/CMakeLists.txt). Kernels for a GPU run on the processor, one thread
// after another, unless GBHO_CUDA=gpu asks for a real one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "gbho/base/error.h"
#include "nn/fused/fused_net.h"
#include "support/problems.h"
#include "train/ensemble.h"
#include "train/metrics.h"
#include "train/request.h"

namespace gbho {
namespace {

using testing::make_lambda;
using testing::make_problem;
using testing::ProblemSpec;
using testing::random_examples;
using testing::relative_difference;

const bool kDeviceAskedFor = setenv("GBHO_CUDA", "emulated", /*overwrite=*/0) == 0;

struct EngineCase {
  std::string name;
  std::string device = "cpu";  ///< cuda: the kernels of a GPU
  ProblemSpec problem;
  int64_t members = 3;
  LowerOptions options;
  bool example_weights = false;
  std::string upper;  // "", "validation" or "linear"
  double thirty_steps_bound = 1e-4;
};

std::ostream& operator<<(std::ostream& out, const EngineCase& test) {
  return out << test.name;
}

class EngineAgreement : public ::testing::TestWithParam<EngineCase> {
 protected:
  NetworkLevel problem() const {
    NetworkLevel problem = make_problem(GetParam().problem);
    if (GetParam().example_weights) {
      problem.example_weights = torch::linspace(0.1, 1.9, GetParam().members * problem.train.size())
                                    .view({GetParam().members, problem.train.size()});
    }
    return problem;
  }

  SolveRequest request(const NetworkLevel& problem) const {
    SolveRequest request;
    request.lambda = make_lambda(GetParam().members, problem.penalty.size());
    if (GetParam().upper.empty()) return request;
    UpperTerm upper;
    for (int64_t e = 0; e < GetParam().members; ++e)
      upper.epsilon.push_back(0.05 * static_cast<double>(e % 3 - 1));
    if (GetParam().upper == "validation") {
      upper.validation = random_examples(70, GetParam().problem.shape, GetParam().problem.classes, 9);
    } else {
      upper.direction = problem.model->initial_weights(GetParam().members, Stream(5, "direction"), false);
    }
    request.upper = upper;
    return request;
  }

  SolveResult solve(const NetworkLevel& problem, const std::string& engine, int64_t epochs) const {
    LowerOptions options = GetParam().options;
    options.engine = engine;
    options.epochs = epochs;
    Ledger ledger;
    return solve_lower(problem, options, runtime(engine), request(problem), ledger);
  }

  static Runtime runtime(const std::string& engine) {
    return {0, engine == "fused" ? GetParam().device : "cpu"};
  }
};

TEST_P(EngineAgreement, GradientsAgree) {
  const NetworkLevel data = problem();
  Objective objectives[2];
  for (const int fused : {0, 1}) {
    LowerOptions options = GetParam().options;
    options.engine = fused != 0 ? "fused" : "autograd";
    const SolveRequest ask = request(data);
    Ensemble ensemble({&data}, options, runtime(options.engine), ask, start_state({&data}, options, ask));
    objectives[fused] = ensemble.objective();
  }
  EXPECT_LT(relative_difference(objectives[1].gradient, objectives[0].gradient), 1e-5);
  for (size_t e = 0; e < objectives[0].value.size(); ++e) {
    EXPECT_NEAR(objectives[1].value[e], objectives[0].value[e], 1e-5 * std::abs(objectives[0].value[e]));
    EXPECT_NEAR(objectives[1].data_loss[e], objectives[0].data_loss[e], 1e-5);
  }
}

TEST_P(EngineAgreement, OneStepAgrees) {
  NetworkLevel data = problem();
  // As many examples as one batch holds: one epoch is one step.
  const int64_t batch = GetParam().options.batch > 0 ? GetParam().options.batch : data.train.size();
  const int64_t count = std::min(batch, data.train.size());
  data.train = {data.train.x.narrow(0, 0, count), data.train.y.narrow(0, 0, count)};
  if (data.example_weights.defined()) data.example_weights = data.example_weights.narrow(1, 0, count);
  const SolveResult reference = solve(data, "autograd", 1);
  const SolveResult fast = solve(data, "fused", 1);
  EXPECT_LT(relative_difference(fast.weights(), reference.weights()), 1e-5);
}

TEST_P(EngineAgreement, ThirtyStepsAgree) {
  const NetworkLevel data = problem();
  const int64_t batch = GetParam().options.batch > 0 ? GetParam().options.batch : data.train.size();
  const int64_t steps = (data.train.size() + batch - 1) / batch;
  const SolveResult reference = solve(data, "autograd", (30 + steps - 1) / steps);
  const SolveResult fast = solve(data, "fused", (30 + steps - 1) / steps);
  EXPECT_LT(relative_difference(fast.weights(), reference.weights()), GetParam().thirty_steps_bound);
  for (size_t m = 0; m < reference.state.moments.size(); ++m) {
    EXPECT_LT(relative_difference(fast.state.moments[m], reference.state.moments[m]), 1e-3);
  }
  for (size_t e = 0; e < reference.objective.size(); ++e) {
    EXPECT_NEAR(fast.objective[e], reference.objective[e], 1e-4 * std::abs(reference.objective[e]));
    EXPECT_NEAR(fast.history.back()[e], reference.history.back()[e], 1e-4);
  }
}

EngineCase dense_case(const std::string& name, std::vector<int64_t> hidden = {20}) {
  EngineCase test{};
  test.name = name;
  test.problem.hidden = std::move(hidden);
  test.options.batch = 16;
  test.options.learning_rate = {0.05};
  return test;
}

// Strengths that differ from input to input.
void add_ranged_cases(std::vector<EngineCase>& cases) {
  for (const char* ranges : {"blocks", "per_input", "units", "weights"}) {
    const auto add = [&](const std::string& name) -> EngineCase& {
      cases.push_back(dense_case(ranges + ("_" + name)));
      cases.back().problem.ranges = ranges;
      cases.back().thirty_steps_bound = 1e-5;
      return cases.back();
    };
    add("l2");
    add("l1").problem.penalty = "l1";
    add("elastic_net").problem.penalty = "elastic_net";
    add("eleven_members").members = 11;
    add("deep").problem.hidden = {33, 17};
    add("linear").problem.kind = "linear";
    add("full_batch").options.batch = 0;
    add("clipped").options.clip_norm = 0.05;
    add("lbfgs").options.optimizer = "lbfgs";
    add("two_sided").upper = "validation";
    EngineCase& adam = add("adam");
    adam.options.optimizer = "adam";
    adam.options.learning_rate = {0.003};
  }
}

// The same with one output and numbers for labels.
std::vector<EngineCase> regressions_of(const std::vector<EngineCase>& cases) {
  std::vector<EngineCase> regressions;
  for (EngineCase test : cases) {
    const bool ranged = !test.problem.ranges.empty() && test.problem.ranges != "blocks";
    if (ranged || test.name == "many_classes") continue;
    test.name = "regression_" + test.name;
    test.problem.classes = 1;
    // The squared error is steeper: at the rates of classes it grows, and rounding errors with it.
    if (test.options.optimizer == "sgd") test.options.learning_rate = {0.005};
    regressions.push_back(test);
  }
  return regressions;
}

std::vector<EngineCase> classification_cases() {
  std::vector<EngineCase> cases;
  cases.push_back(dense_case("mlp"));
  cases.push_back(dense_case("deep_mlp", {33, 17, 50}));
  cases.push_back(dense_case("wide_mlp", {130}));
  cases.back().members = 11;
  cases.push_back(dense_case("one_member"));
  cases.back().members = 1;
  cases.push_back(dense_case("linear"));
  cases.back().problem.kind = "linear";
  cases.push_back(dense_case("many_classes"));
  cases.back().problem.classes = 37;
  cases.push_back(dense_case("plain_sgd"));
  cases.back().options.nesterov = false;
  cases.push_back(dense_case("full_batch"));
  cases.back().options.batch = 0;
  cases.push_back(dense_case("clipped"));
  cases.back().options.clip_norm = 0.05;
  cases.push_back(dense_case("adam"));
  cases.back().options.optimizer = "adam";
  cases.back().options.learning_rate = {0.003};
  cases.push_back(dense_case("l1"));
  cases.back().problem.penalty = "l1";
  cases.push_back(dense_case("elastic_net"));
  cases.back().problem.penalty = "elastic_net";
  cases.push_back(dense_case("example_weights"));
  cases.back().example_weights = true;
  cases.push_back(dense_case("two_sided"));
  cases.back().upper = "validation";
  cases.push_back(dense_case("two_sided_linear"));
  cases.back().upper = "linear";
  cases.push_back(dense_case("two_sided_full_batch"));
  cases.back().upper = "validation";
  cases.back().options.batch = 0;

  add_ranged_cases(cases);

  EngineCase lenet = dense_case("lenet5");
  lenet.problem = {"lenet5", {}, {3, 32, 32}, 10, 40, "l2"};
  lenet.members = 2;
  // Max-pooling is not smooth: at larger rates a rounding error that changes a winner shows within 30 steps,
  // also between LibTorch in single and in double precision.
  lenet.options.learning_rate = {0.01};
  cases.push_back(lenet);
  lenet.name = "lenet5_clipped";
  lenet.options.clip_norm = 0.1;
  cases.push_back(lenet);
  lenet.name = "lenet5_on_28x28";
  lenet.options.clip_norm = 0;
  lenet.problem.shape = {784};
  cases.push_back(lenet);
  lenet.name = "lenet5_two_sided_linear";
  lenet.upper = "linear";
  cases.push_back(lenet);
  return cases;
}

std::vector<EngineCase> engine_cases() {
  std::vector<EngineCase> cases = classification_cases();
  for (EngineCase& test : regressions_of(cases)) cases.push_back(std::move(test));
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Fused, EngineAgreement, ::testing::ValuesIn(engine_cases()),
                         [](const auto& test) { return test.param.name; });

std::vector<EngineCase> device_cases() {
  std::vector<EngineCase> cases = engine_cases();
  for (EngineCase& test : cases) {
    test.device = "cuda";
    // Here a unit's sum passes so close to zero within 30 steps that rounding says on which side.
    if (test.name.starts_with("units_")) test.options.learning_rate[0] *= 0.5;
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Device, EngineAgreement, ::testing::ValuesIn(device_cases()),
                         [](const auto& test) { return test.param.name; });

TEST(FusedEngine, AMembersResultDoesNotDependOnItsNeighbours) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options;
  options.batch = 16;
  options.epochs = 3;  // 30 steps
  SolveRequest request;
  request.lambda = make_lambda(13);
  Ledger ledger;
  const SolveResult together = solve_lower(problem, options, {}, request, ledger);
  for (const int64_t e : {0, 5, 12}) {
    request.lambda = make_lambda(13).narrow(0, e, 1);
    const SolveResult alone = solve_lower(problem, options, {}, request, ledger);
    EXPECT_LT(relative_difference(alone.weights(), slice_members(together.weights(), e, 1)), 1e-5);
  }
}

TEST(FusedEngine, SameSeedGivesTheSameBits) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options;
  options.epochs = 5;
  SolveRequest request;
  request.lambda = make_lambda(9);
  request.seed = 3;
  Ledger ledger;
  Runtime two_threads;
  two_threads.threads = 2;
  Runtime one_thread;
  one_thread.threads = 1;
  const SolveResult a = solve_lower(problem, options, two_threads, request, ledger);
  const SolveResult b = solve_lower(problem, options, two_threads, request, ledger);
  const SolveResult c = solve_lower(problem, options, one_thread, request, ledger);
  for (size_t p = 0; p < a.weights().size(); ++p) {
    EXPECT_TRUE(torch::equal(a.weights()[p], b.weights()[p]));
    EXPECT_TRUE(torch::equal(a.weights()[p], c.weights()[p]));
  }
}

TEST(FusedEngine, ThreadsThatShareOneNetworkGiveTheSameBits) {
  for (const ProblemSpec& spec : {ProblemSpec{"mlp", {130, 70}, {300}, 5, 150, "l2"},
                                  ProblemSpec{"mlp", {130, 70}, {300}, 5, 150, "l1", "blocks"},
                                  ProblemSpec{"lenet5", {}, {3, 32, 32}, 10, 70, "l2"}}) {
    for (const int64_t batch : {64, 0}) {
      const NetworkLevel problem = make_problem(spec);
      LowerOptions options;
      options.epochs = 3;
      options.batch = batch;
      options.learning_rate = {0.01};
      SolveRequest request;
      request.lambda = make_lambda(1, problem.penalty.size());
      Ledger ledger;
      const SolveResult alone = solve_lower(problem, options, {1, "cpu"}, request, ledger);
      for (const int threads : {2, 3}) {
        const SolveResult together = solve_lower(problem, options, {threads, "cpu", true}, request, ledger);
        for (size_t p = 0; p < alone.weights().size(); ++p) {
          EXPECT_TRUE(torch::equal(alone.weights()[p], together.weights()[p])) << spec.kind << " " << threads;
        }
      }
    }
  }
}

// Tiles are chosen by how many networks there are, and batches are larger than what is passed through at
// once.
TEST(DeviceEngine, AMembersBitsDoNotDependOnItsNeighbours) {
  for (const ProblemSpec& spec : {ProblemSpec{"mlp", {130, 70}, {90}, 5, 150, "l2"},
                                  ProblemSpec{"mlp", {20}, {30}, 3, 1100, "elastic_net"},
                                  ProblemSpec{"lenet5", {}, {3, 32, 32}, 10, 40, "l2"}}) {
    const NetworkLevel problem = make_problem(spec);
    LowerOptions options;
    options.batch = spec.examples > 1000 ? 0 : 16;
    options.epochs = 2;
    options.learning_rate = {0.01};
    SolveRequest request;
    request.lambda = make_lambda(9, problem.penalty.size());
    Ledger ledger;
    const SolveResult together = solve_lower(problem, options, {1, "cuda"}, request, ledger);
    const SolveResult again = solve_lower(problem, options, {2, "cuda"}, request, ledger);
    request.lambda = request.lambda.narrow(0, 5, 1);
    const SolveResult alone = solve_lower(problem, options, {1, "cuda"}, request, ledger);
    for (size_t p = 0; p < alone.weights().size(); ++p) {
      EXPECT_TRUE(torch::equal(alone.weights()[p][0], together.weights()[p][5])) << spec.kind << " " << p;
      EXPECT_TRUE(torch::equal(again.weights()[p], together.weights()[p])) << spec.kind << " " << p;
    }
  }
}

// Scores, outputs and noise do not go through the engine, or not through its agreement above.
TEST(DeviceEngine, ScoresAsTheProcessorDoes) {
  for (const int64_t classes : {1, 4}) {
    const NetworkLevel problem = make_problem({"mlp", {40, 30}, {50}, classes, 150, "l2"});
    const Weights weights = problem.model->initial_weights(3, Stream(4, "weights"), false);
    Ledger ledger;
    const Scores here = score(*problem.model, weights, problem.train, {1, "cpu"}, ledger);
    const Scores there = score(*problem.model, weights, problem.train, {1, "cuda"}, ledger);
    for (size_t e = 0; e < here.loss.size(); ++e) {
      EXPECT_NEAR(there.loss[e], here.loss[e], 1e-5 * std::abs(here.loss[e]));
      if (classes > 1) {
        EXPECT_EQ(there.accuracy[e], here.accuracy[e]);
      }
    }
    const torch::Tensor outputs = model_outputs(*problem.model, weights, problem.train, {1, "cpu"});
    const torch::Tensor others = model_outputs(*problem.model, weights, problem.train, {1, "cuda"});
    EXPECT_LT((outputs - others).abs().max().item<double>(), 1e-5);
  }
}

TEST(DeviceEngine, Tf32IsSaidAloudAndForTheGpuAlone) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options;
  options.epochs = 2;
  SolveRequest request;
  request.lambda = make_lambda(2);
  Ledger ledger;
  const SolveResult exact = solve_lower(problem, options, {1, "cuda"}, request, ledger);
  options.precision = "tf32";
  const SolveResult coarse = solve_lower(problem, options, {1, "cuda"}, request, ledger);
  EXPECT_THAT(exact.engine, ::testing::EndsWith("/float32"));
  EXPECT_THAT(coarse.engine, ::testing::EndsWith("/tf32"));
  const double difference = relative_difference(coarse.weights(), exact.weights());
  EXPECT_GT(difference, 1e-7);
  EXPECT_LT(difference, 1e-2);
  EXPECT_THROW(solve_lower(problem, options, {1, "cpu"}, request, ledger), ConfigError);
}

TEST(FusedEngine, RunsTheKernelsAskedFor) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options;
  options.epochs = 1;
  SolveRequest request;
  request.lambda = make_lambda(1);
  Ledger ledger;
  EXPECT_EQ(solve_lower(problem, options, {}, request, ledger).engine,
            std::string("fused/") + kernels().name);
  options.engine = "autograd";
  EXPECT_EQ(solve_lower(problem, options, {}, request, ledger).engine, "autograd/cpu");
}

}  // namespace
}  // namespace gbho
