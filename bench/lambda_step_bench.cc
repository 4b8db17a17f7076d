#include <benchmark/benchmark.h>

#include <string>

#include "benchmarks.h"
#include "gbho/data/load.h"
#include "gbho/run/context.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/f2sa_method.h"
#include "methods/gradient/lambda_adam.h"
#include "methods/gradient/vpbgd_method.h"
#include "methods/two_sided/regimes.h"

// One step of λ: an epoch of the networks, the hypergradient, Adam. The network, 784-128-10 on 1,000 digits,
// stays the same; its 101,632 weights share 10 to 100,000 penalties. bench/lambda_step.py draws it.

namespace gbho::bench {
namespace {

constexpr int64_t kStepExamples = 1000;

struct OpenF2sa : F2saMethod {
  using F2saMethod::make_estimator;
};
struct OpenVpbgd : VpbgdMethod {
  using VpbgdMethod::make_estimator;
};

NetworkProblem problem_with(int64_t hyperparameters) {
  const Dataset data = load_dataset(DataOptions{}, 0);
  const auto digits = [&](int64_t first) {
    return Examples{data.test.x.narrow(0, first, kStepExamples).contiguous(),
                    data.test.y.narrow(0, first, kStepExamples).contiguous()};
  };
  NetworkProblem problem;
  ModelOptions model;
  model.kind = "mlp";
  model.hidden = {128};
  problem.level.model = make_model(model, data.input_shape, data.classes);
  PenaltyTerm term;
  term.name = "weight";
  term.per = "weight";
  term.count = hyperparameters;
  problem.level.penalty = Penalty(*problem.level.model, {term});
  problem.level.train = digits(0);
  problem.validation = digits(kStepExamples);
  std::vector<Dimension> dimensions;
  dimensions.reserve(static_cast<size_t>(hyperparameters));
  for (int64_t k = 0; k < hyperparameters; ++k)
    dimensions.push_back({"weight." + std::to_string(k), "l2", -10, 0});
  problem.box = Space(std::move(dimensions));
  return problem;
}

// Estimators refer to the options they were made with.
std::unique_ptr<HypergradientEstimator> estimator_of(const std::string& method, MethodContext& context,
                                                     const TrainState& start) {
  static const OpenF2sa f2sa;
  static const OpenVpbgd vpbgd;
  static const TwoSidedOptions two_sided;
  if (method == "f2sa") return f2sa.make_estimator(context, start);
  if (method == "vpbgd") return vpbgd.make_estimator(context, start);
  return make_trio(context, two_sided, start);
}

void lambda_step(benchmark::State& state, const std::string& method) {
  const NetworkProblem problem = problem_with(state.range(0));
  TuneOptions options;
  options.lower.batch = 100;
  options.lower.learning_rate = {0.05};
  MethodContext context(problem, options);
  const auto estimator =
      estimator_of(method, context, {problem.initial_weights(1, Stream(0, "bench.init"), true), {}, 0});
  LambdaAdam adam(problem.box, 0.03);
  torch::Tensor lambda = problem.box.center().unsqueeze(0);
  const auto step = [&] {
    if (!estimator->advance(lambda)) state.SkipWithError("diverged");
    lambda = adam.next(lambda, estimator->hypergradient());
  };
  step();
  for (auto _ : state) step();
}

}  // namespace

void register_lambda_steps() {
  for (const std::string method : {"two_sided", "f2sa", "vpbgd"}) {
    benchmark::RegisterBenchmark(("lambda_step/" + method).c_str(),
                                 [method](benchmark::State& state) { lambda_step(state, method); })
        ->ArgName("hyperparameters")
        ->RangeMultiplier(10)
        ->Range(10, 100000)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace gbho::bench
