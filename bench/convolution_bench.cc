#include <benchmark/benchmark.h>

#include <vector>

#include "benchmarks.h"
#include "filled.h"

// LeNet-5's two convolutions with ReLU and pooling, for one member: 64 color images.

namespace gbho::bench {
namespace {

constexpr int64_t kImageBatch = 64;
constexpr int64_t kChannels = 3;
constexpr int64_t kMargin = 64;  // patches are read in full vectors
constexpr int64_t kPixels = LeNetShape::kSide * LeNetShape::kSide;

struct Front {
  Conv1ForwardArgs conv1_forward() {
    return {lanes.data(), kImageBatch, kImageBatch,   kChannels,
            w1.data(),    bias.data(), pooled.data(), winners1.data()};
  }
  Conv1BackwardArgs conv1_backward() {
    return {lanes.data(),        kImageBatch,     kImageBatch, kChannels,
            pooled_delta.data(), winners1.data(), dw1.data(),  dbias.data()};
  }
  Conv2ForwardArgs conv2_forward() {
    return {pooled.data(),   kImageBatch,         w2.data(),      bias.data(),
            features.data(), LeNetShape::kImage2, winners2.data()};
  }
  Conv2BackwardArgs conv2_backward() {
    return {pooled.data(),       kImageBatch,  w2.data(),           features.data(),
            LeNetShape::kImage2, delta.data(), LeNetShape::kImage2, winners2.data(),
            dw2.data(),          dbias.data(), pooled_delta.data()};
  }

  // The same numbers serve as [channel][pixel][example] and as [example][pixel][channel].
  AlignedBuffer lanes = filled(kImageBatch * kChannels * kPixels + kMargin, 0, 1);
  AlignedBuffer w1 = filled(LeNetShape::kMaps1 * kChannels * 25, -0.1, 0.1);
  AlignedBuffer w2 = filled(LeNetShape::kPatch2 * LeNetShape::kMaps2, -0.1, 0.1);
  AlignedBuffer bias = filled(LeNetShape::kMaps2, -0.1, 0.1);
  AlignedBuffer pooled = filled(kImageBatch * LeNetShape::kImage1 + kMargin, -0.2, 1);
  AlignedBuffer pooled_delta = filled(kImageBatch * LeNetShape::kDelta1 + kMargin, -0.01, 0.01);
  AlignedBuffer features = filled(kImageBatch * LeNetShape::kImage2, -0.5, 1);
  AlignedBuffer delta = filled(kImageBatch * LeNetShape::kImage2, -0.01, 0.01);
  AlignedBuffer dw1 = AlignedBuffer(LeNetShape::kMaps1 * kChannels * 25);
  AlignedBuffer dw2 = AlignedBuffer(LeNetShape::kPatch2 * LeNetShape::kMaps2);
  AlignedBuffer dbias = AlignedBuffer(LeNetShape::kMaps2);
  std::vector<uint8_t> winners1 =
      std::vector<uint8_t>(static_cast<size_t>(kImageBatch * LeNetShape::kImage1));
  std::vector<uint8_t> winners2 =
      std::vector<uint8_t>(static_cast<size_t>(kImageBatch * LeNetShape::kImage2));
};

// The forward passes run first, so that the backward passes see real winners.
template <typename Function>
void time_front(benchmark::State& state, const KernelTable& kernels, const Function& function) {
  Front front;
  kernels.conv1_forward(front.conv1_forward());
  kernels.conv2_forward(front.conv2_forward());
  for (auto _ : state) {
    function(front);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kImageBatch);
}

template <typename Function>
void add(const KernelTable& kernels, const char* what, const Function& function) {
  benchmark::RegisterBenchmark(
      (std::string(what) + "/" + kernels.name).c_str(),
      [&kernels, function](benchmark::State& state) { time_front(state, kernels, function); })
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_convolutions(const KernelTable& kernels) {
  add(kernels, "conv1_forward", [&kernels](Front& front) { kernels.conv1_forward(front.conv1_forward()); });
  add(kernels, "conv1_backward",
      [&kernels](Front& front) { kernels.conv1_backward(front.conv1_backward()); });
  add(kernels, "conv2_forward", [&kernels](Front& front) { kernels.conv2_forward(front.conv2_forward()); });
  add(kernels, "conv2_backward",
      [&kernels](Front& front) { kernels.conv2_backward(front.conv2_backward()); });
}

}  // namespace gbho::bench
