#include "predictor/packed_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gbho/base/random.h"
#include "support/predictor_networks.h"

namespace gbho::inline internal {
namespace {

std::vector<double> plain_forward(const PredictorNetwork& network, const float* x) {
  std::vector<double> values(x, x + network.widths.front());
  const float* numbers = network.numbers.data();
  for (size_t l = 0; l + 1 < network.widths.size(); ++l) {
    const auto in = static_cast<size_t>(network.widths[l]);
    const auto out = static_cast<size_t>(network.widths[l + 1]);
    std::vector<double> next(numbers + in * out, numbers + in * out + out);
    for (size_t o = 0; o < out; ++o) {
      for (size_t i = 0; i < in; ++i) next[o] += static_cast<double>(numbers[o * in + i]) * values[i];
      if (l + 2 < network.widths.size()) next[o] = std::max(next[o], 0.0);
    }
    numbers += in * out + out;
    values = next;
  }
  return values;
}

class PackedNetworkOn : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    kernel_ = find_layer_kernel(GetParam());
    if (kernel_ == nullptr) GTEST_SKIP() << "this processor has no such kernels";
  }
  const LayerKernel* kernel_ = nullptr;
};

TEST_P(PackedNetworkOn, SaysWhatPlainLoopsSay) {
  for (const std::vector<int64_t>& widths :
       {std::vector<int64_t>{1, 1}, {20, 3}, {5, 17, 2}, {33, 128, 128, 10}, {7, 16, 48, 1, 100}}) {
    const PredictorNetwork network = random_network(widths, 1);
    const PackedNetwork packed(network);
    constexpr int64_t kRows = 37;
    const std::vector<float> x = random_numbers(48 * widths.front(), 2);
    LayerBuffers buffers;
    const float* z = packed.forward(x.data(), kRows, *kernel_, buffers);
    for (int64_t row = 0; row < kRows; ++row) {
      const std::vector<double> wanted = plain_forward(network, x.data() + row * widths.front());
      for (size_t o = 0; o < wanted.size(); ++o) {
        EXPECT_NEAR(z[row * packed.stride() + static_cast<int64_t>(o)], wanted[o],
                    5e-6 * (1 + std::abs(wanted[o])));
      }
    }
  }
}

TEST_P(PackedNetworkOn, ARowsBitsDoNotDependOnItsNeighbours) {
  const PackedNetwork packed(random_network({9, 40, 3}, 3));
  const std::vector<float> x = random_numbers(48 * 9, 4);
  LayerBuffers buffers;
  const float* z = packed.forward(x.data(), 48, *kernel_, buffers);
  const std::vector<float> together(z, z + 48 * packed.stride());
  for (int64_t row = 0; row < 32; ++row) {
    LayerBuffers alone;
    const float* own = packed.forward(x.data() + row * 9, 1, *kernel_, alone);
    for (int64_t o = 0; o < 3; ++o)
      EXPECT_EQ(own[o], together[static_cast<size_t>(row * packed.stride() + o)]);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, PackedNetworkOn, testing::Values("portable", "avx2", "avx512"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace gbho::inline internal
