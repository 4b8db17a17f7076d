// Networks that stay in the shared memory of a cluster of blocks against the kernels that read them anew in
// every step, both on the processor: any number of blocks gives the same, up to the order of sums.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "nn/cuda/device.h"

namespace gbho {
namespace {

struct ResidentCase {
  std::string name;
  std::vector<int64_t> widths;
  StepMode mode = StepMode::kNesterov;
  bool classes = true;
  bool dropout = false;
  bool factors = false;
  bool more = false;  ///< validation examples in every step
  bool tf32 = false;
};

std::ostream& operator<<(std::ostream& out, const ResidentCase& test) {
  return out << test.name;
}

class ResidentNet : public ::testing::TestWithParam<ResidentCase> {
 protected:
  static constexpr int64_t kMembers = 2;
  static constexpr int64_t kCount = 90;
  static constexpr int64_t kBatch = 40;

  ~ResidentNet() override { unsetenv("GBHO_CUDA_BLOCKS"); }

  std::vector<float> random(int64_t count, float scale, unsigned seed) const {
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0.0F, scale);
    std::vector<float> values(static_cast<size_t>(count));
    for (float& value : values) value = normal(engine);
    return values;
  }

  std::shared_ptr<const DeviceExamples> examples(unsigned seed) const {
    const std::vector<float> x = random(kCount * GetParam().widths[0], 1.0F, seed);
    const std::vector<float> target = random(kCount, 1.0F, seed + 1);
    std::vector<int64_t> label;
    for (int64_t i = 0; i < kCount; ++i) label.push_back(i * 7 % GetParam().widths.back());
    return emulated_device().upload({x.data(), kCount, GetParam().widths[0],
                                     GetParam().classes ? label.data() : nullptr,
                                     GetParam().classes ? nullptr : target.data()});
  }

  std::unique_ptr<DeviceNet> net() const {
    DeviceNetOptions options;
    options.members = kMembers;
    options.batch = GetParam().more ? 2 * kBatch : kBatch;
    options.tf32 = GetParam().tf32;
    options.keep_losses = true;
    std::unique_ptr<DeviceNet> net = emulated_device().make_net({0, 0, GetParam().widths}, options);
    const std::vector<float> l2 = {1e-3F, 1e-2F};
    const std::vector<float> l1 = {1e-4F};
    for (size_t l = 0; l + 1 < GetParam().widths.size(); ++l) {
      const int64_t units = GetParam().widths[l + 1];
      const auto seed = static_cast<unsigned>(l);
      net->load(DeviceNet::kWeights, 2 * l,
                random(kMembers * units * GetParam().widths[l], 0.2F, seed).data());
      net->load(DeviceNet::kWeights, 2 * l + 1, random(kMembers * units, 0.1F, seed + 9).data());
      net->set_penalty(2 * l, {l2.data(), kMembers, 1, 1}, {l1.data(), 1, 1, 1});
    }
    net->set_examples(examples(20), GetParam().more ? examples(30) : nullptr);
    net->set_epsilon({0.3F, -0.3F});
    if (GetParam().factors) net->set_factors(random(kMembers * kCount, 0.5F, 40).data());
    if (GetParam().dropout) {
      net->set_noise(std::vector<std::vector<float>>(GetParam().widths.size() - 2, {0.2F, 0.4F}), {}, {});
    }
    return net;
  }

  // Three steps, the last one short.
  DeviceEpoch epoch() const {
    DeviceEpoch epoch;
    epoch.mode = GetParam().mode;
    epoch.rate = {0.05F, 0.02F};
    epoch.momentum = {0.9F, 0.5F};
    epoch.beta2 = 0.99F;
    epoch.epsilon = 1e-4F;
    epoch.correction1.assign(3 * kMembers, 1.2F);
    epoch.correction2.assign(3, 1.1F);
    if (GetParam().dropout) epoch.noise_key = 77;
    for (const int64_t training : {kBatch, kBatch, kBatch / 4}) {
      const int64_t more = GetParam().more ? kBatch / 2 : 0;
      epoch.steps.push_back({static_cast<int64_t>(epoch.rows.size()), training, more});
      for (int64_t b = 0; b < training + more; ++b)
        epoch.rows.push_back(static_cast<int32_t>((b * 11 + training) % kCount));
    }
    return epoch;
  }

  struct Trained {
    std::vector<float> weights;
    std::vector<double> sums;
    std::vector<float> losses;
  };

  Trained train(int blocks) const {
    setenv("GBHO_CUDA_BLOCKS", std::to_string(blocks).c_str(), /*overwrite=*/1);
    const std::unique_ptr<DeviceNet> trained = net();
    Trained result;
    for (int i = 0; i < 2; ++i) {
      const DeviceSums sums = trained->run_epoch(epoch());
      for (const std::vector<double>& part : {sums.training, sums.more})
        result.sums.insert(result.sums.end(), part.begin(), part.end());
    }
    for (size_t l = 0; l + 1 < GetParam().widths.size(); ++l) {
      for (const size_t bias : {0, 1}) {
        std::vector<float> values(static_cast<size_t>(kMembers * GetParam().widths[l + 1] *
                                                      (bias != 0 ? 1 : GetParam().widths[l])));
        trained->store(DeviceNet::kWeights, 2 * l + bias, values.data());
        result.weights.insert(result.weights.end(), values.begin(), values.end());
      }
    }
    result.losses.resize(static_cast<size_t>(kMembers * kCount));
    trained->example_losses(result.losses.data());
    return result;
  }
};

template <typename T>
double difference(const std::vector<T>& a, const std::vector<T>& b) {
  double off = 0;
  double size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    off += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(off / size);
}

TEST_P(ResidentNet, IsTheSameForAnyNumberOfBlocks) {
  const double bound = GetParam().tf32 ? 2e-3 : 2e-5;
  const Trained wanted = train(0);
  for (int blocks = 1; blocks <= 8; ++blocks) {
    const Trained found = train(blocks);
    EXPECT_LT(difference(found.weights, wanted.weights), bound) << blocks;
    EXPECT_LT(difference(found.sums, wanted.sums), bound) << blocks;
    EXPECT_LT(difference(found.losses, wanted.losses), bound) << blocks;
  }
}

TEST_P(ResidentNet, HasTheSameBitsAgain) {
  EXPECT_EQ(train(2).weights, train(2).weights);
}

INSTANTIATE_TEST_SUITE_P(
    , ResidentNet,
    ::testing::Values(ResidentCase{"linear", {50, 7}}, ResidentCase{"wide", {150, 100, 10}},
                      ResidentCase{"deep", {20, 33, 128, 17, 3}, StepMode::kSgd},
                      ResidentCase{"regression", {13, 24, 1}, StepMode::kAdam, false},
                      ResidentCase{"adam", {40, 30, 5}, StepMode::kAdamDecoupled},
                      ResidentCase{"dropout", {40, 30, 20, 5}, StepMode::kNesterov, true, true},
                      ResidentCase{"factors", {40, 30, 5}, StepMode::kNesterov, true, false, true},
                      ResidentCase{"validation", {40, 30, 5}, StepMode::kAdam, true, true, true, true},
                      ResidentCase{
                          "tf32", {40, 30, 5}, StepMode::kNesterov, true, false, false, false, true}),
    [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace gbho
