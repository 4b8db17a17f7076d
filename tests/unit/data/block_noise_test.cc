#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include "gbho/base/error.h"
#include "gbho/data/load.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;

Dataset noisy(std::vector<double> levels, uint64_t seed = 0, const std::string& standardize = "none") {
  DataOptions options;
  options.block_noise = std::move(levels);
  options.standardize = standardize;
  return load_dataset(options, seed);
}

/// The inputs of one of seven blocks of 112.
torch::Tensor block(const Examples& examples, int64_t index) {
  return examples.x.narrow(1, index * 112, 112);
}

TEST(BlockNoise, EachBlockOfEveryPartHasItsDeviation) {
  const std::vector<double> levels = {0, 0.1, 0, 2, 0, 0, 0.5};
  const Dataset clean = noisy({});
  const Dataset data = noisy(levels);
  const std::pair<const Examples*, const Examples*> parts[] = {
      {&clean.train, &data.train}, {&clean.validation, &data.validation}, {&clean.test, &data.test}};
  for (const auto& [before, after] : parts) {
    EXPECT_TRUE(torch::equal(before->y, after->y));
    for (int64_t b = 0; b < 7; ++b) {
      const double level = levels[static_cast<size_t>(b)];
      const torch::Tensor noise = block(*after, b) - block(*before, b);
      EXPECT_NEAR(noise.square().mean().sqrt().item<double>(), level, 0.02 * level) << b;
      EXPECT_NEAR(noise.mean().item<double>(), 0, 0.02 * level) << b;
    }
  }
}

TEST(BlockNoise, FollowsFromTheSeedAndNotFromOtherBlocks) {
  const Dataset first = noisy({0, 0, 0, 0, 0, 0, 1}, 3);
  EXPECT_TRUE(torch::equal(noisy({0, 0, 0, 0, 0, 0, 1}, 3).train.x, first.train.x));
  EXPECT_FALSE(torch::equal(noisy({0, 0, 0, 0, 0, 0, 1}, 4).train.x, first.train.x));
  EXPECT_TRUE(torch::equal(block(noisy({1, 0, 2, 0, 0, 0, 1}, 3).train, 6), block(first.train, 6)));
}

TEST(BlockNoise, PartsAndBlocksDifferInTheirNoise) {
  const Dataset clean = noisy({});
  const Dataset data = noisy({1, 1, 1, 1, 1, 1, 1});
  const torch::Tensor train = data.train.x - clean.train.x;
  const torch::Tensor validation = data.validation.x - clean.validation.x;
  const double scale = 400 * 112;
  EXPECT_LT((train.narrow(0, 0, 400) * validation).mean().abs().item<double>(), 0.02);
  EXPECT_LT((train.narrow(1, 0, 112) * train.narrow(1, 112, 112)).sum().abs().item<double>() / scale, 0.03);
}

TEST(BlockNoise, ComesBeforeStandardization) {
  const Dataset data = noisy({3, 3, 3, 3, 3, 3, 3}, 0, "standard");
  EXPECT_NEAR(data.train.x.square().mean().item<double>(), 1, 1e-3);
}

TEST(BlockNoise, InputsMustDivide) {
  EXPECT_THAT(message_of([] {
                noisy({0, 0, 0, 0, 1});
              }),
              AllOf(HasSubstr("data.block_noise = [0, 0, 0, 0, 1]"), HasSubstr("784 inputs"),
                    HasSubstr("5 equal blocks")));
}

}  // namespace
}  // namespace gbho
