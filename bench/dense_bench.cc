#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

#include "benchmarks.h"
#include "filled.h"

// The first layer of several MLPs side by side, as the solver lays them out: 784 inputs, 100 units each,
// batch 64.

namespace gbho::bench {
namespace {

constexpr int64_t kIn = 784;
constexpr int64_t kUnits = 100;
constexpr int64_t kDenseBatch = 64;
constexpr int64_t kClasses = 10;

struct Layer {
  Layer(const KernelTable& kernels, int64_t members)
      : shape{kIn + 1, members * kUnits,
              (members * kUnits + kernels.lanes - 1) / kernels.lanes * kernels.lanes},
        x(filled(kDenseBatch * kIn, 0, 1)),
        w(filled(shape.rows * shape.padded, -0.03, 0.03)),
        velocity(shape.rows * shape.padded),
        z(filled(kDenseBatch * shape.padded, -1e-3, 1e-3)),
        rate(filled(shape.padded, 1e-6, 2e-6)),
        momentum(filled(shape.padded, 0.8, 0.9)),
        l2(filled(shape.padded, 1e-4, 1e-3)),
        index(kIn) {
    std::iota(index.begin(), index.end(), 0);
  }

  ForwardArgs forward() {
    return {x.data(), kIn,          kDenseBatch, index.data(), kIn,     shape, w.data(),
            z.data(), shape.padded, true,        true,         nullptr, 0};
  }

  GradientArgs gradient() {
    UpdateArgs update{};
    update.mode = UpdateMode::kNesterov;
    update.w = w.data();
    update.first = velocity.data();
    update.rate = rate.data();
    update.momentum = momentum.data();
    update.l2 = l2.data();
    return {x.data(), kIn, kDenseBatch, index.data(), kIn, shape, z.data(), shape.padded, nullptr, update};
  }

  DenseMatrix shape;
  AlignedBuffer x, w, velocity, z, rate, momentum, l2;
  std::vector<int32_t> index;
};

void count_flops(benchmark::State& state, int64_t members) {
  const auto flops = static_cast<double>(2 * kIn * kUnits * kDenseBatch * members);
  state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

void forward(benchmark::State& state, const KernelTable& kernels) {
  Layer layer(kernels, state.range(0));
  const ForwardArgs args = layer.forward();
  for (auto _ : state) {
    kernels.forward(args);
    benchmark::ClobberMemory();
  }
  count_flops(state, state.range(0));
}

void gradient(benchmark::State& state, const KernelTable& kernels) {
  Layer layer(kernels, state.range(0));
  const GradientArgs args = layer.gradient();
  for (auto _ : state) {
    kernels.gradient(args);
    benchmark::ClobberMemory();
  }
  count_flops(state, state.range(0));
}

void softmax(benchmark::State& state, const KernelTable& kernels) {
  constexpr int64_t kLd = 16;
  AlignedBuffer z = filled(kDenseBatch * kLd, -4, 4);
  AlignedBuffer delta(kDenseBatch * kLd);
  std::vector<float> weight(kDenseBatch, 1.0F / kDenseBatch);
  std::vector<float> loss(kDenseBatch);
  std::vector<int64_t> y(kDenseBatch);
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<int64_t>(i) % kClasses;
  const SoftmaxArgs args{z.data(),      kLd,          kDenseBatch, kClasses,    y.data(),
                         weight.data(), delta.data(), kLd,         loss.data(), nullptr};
  for (auto _ : state) {
    kernels.softmax(args);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kDenseBatch);
}

}  // namespace

void register_dense(const KernelTable& kernels) {
  const std::string name = kernels.name;
  const auto add = [&](const char* what, void (*function)(benchmark::State&, const KernelTable&)) {
    return benchmark::RegisterBenchmark(
        (std::string(what) + "/" + name).c_str(),
        [&kernels, function](benchmark::State& state) { function(state, kernels); });
  };
  add("dense_forward", forward)->ArgName("members")->Arg(1)->Arg(8)->Unit(benchmark::kMicrosecond);
  add("dense_gradient_and_step", gradient)->ArgName("members")->Arg(1)->Arg(8)->Unit(benchmark::kMicrosecond);
  add("softmax", softmax)->Unit(benchmark::kMicrosecond);
}

}  // namespace gbho::bench
