#include <benchmark/benchmark.h>

#include <Eigen/Dense>
#include <cmath>

#include "benchmarks.h"
#include "gbho/base/random.h"
#include "gbho/surrogate/designs.h"
#include "gbho/surrogate/kriging.h"

// A smooth function of n logarithms of weights, in [−10, 0].

namespace gbho::bench {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

struct KrigingCase {
  VectorXd low, high;
  KrigingSample sample;
  KrigingParameters parameters;
};

KrigingCase kriging_case(Index points, Index n, bool gradients) {
  KrigingCase result{VectorXd::Constant(n, -10), VectorXd::Zero(n), {}, {}};
  result.sample.x = random_design(result.low, result.high, points, Stream(1, "bench"));
  result.sample.y.resize(points);
  if (gradients) result.sample.gradients.resize(points, n);
  for (Index i = 0; i < points; ++i) {
    const VectorXd x = result.sample.x.row(i);
    result.sample.y[i] = (0.5 * x.array()).sin().sum();
    if (gradients) result.sample.gradients.row(i) = 0.5 * (0.5 * x.array()).cos().matrix().transpose();
  }
  result.parameters.lengths = VectorXd::Constant(n, 4);
  result.parameters.nugget = 1e-6;
  result.parameters.gradient_nugget = 1e-6;
  return result;
}

// Arguments: points, dimensions, gradients or not.
void kriging_fit(benchmark::State& state) {
  const KrigingCase given = kriging_case(state.range(0), state.range(1), state.range(2) != 0);
  for (auto _ : state) {
    Kriging model(given.low, given.high);
    model.fit(given.sample);
    benchmark::DoNotOptimize(model.parameters().log_likelihood);
  }
}

void kriging_factor(benchmark::State& state) {
  const KrigingCase given = kriging_case(state.range(0), state.range(1), state.range(2) != 0);
  Kriging model(given.low, given.high);
  for (auto _ : state) {
    model.fit_fixed(given.sample, given.parameters);
    benchmark::DoNotOptimize(model.parameters().log_likelihood);
  }
}

void kriging_predict(benchmark::State& state) {
  const KrigingCase given = kriging_case(state.range(0), state.range(1), state.range(2) != 0);
  Kriging model(given.low, given.high);
  model.fit_fixed(given.sample, given.parameters);
  const VectorXd x = (given.low + given.high) / 3;
  for (auto _ : state) benchmark::DoNotOptimize(model.predict(x));
}

}  // namespace

void register_surrogate() {
  benchmark::RegisterBenchmark("kriging_fit", kriging_fit)
      ->ArgNames({"points", "n", "gradients"})
      ->Args({10, 1, 0})
      ->Args({100, 4, 0})
      ->Args({20, 4, 1})
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("kriging_factor", kriging_factor)
      ->ArgNames({"points", "n", "gradients"})
      ->Args({100, 4, 0})
      ->Args({2000, 4, 0})
      ->Args({100, 4, 1})
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("kriging_predict", kriging_predict)
      ->ArgNames({"points", "n", "gradients"})
      ->Args({10, 1, 0})
      ->Args({100, 4, 0})
      ->Args({100, 4, 1})
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace gbho::bench
