#include "data/label_noise.h"

#include <gtest/gtest.h>

#include "data/input_noise.h"
#include "gbho/base/error.h"
#include "gbho/data/load.h"

namespace gbho {
namespace {

Dataset digits() {
  DataOptions options;
  options.split = {0.5, 0.5};
  return load_dataset(options, 3);
}

TEST(LabelNoise, MakesExactlyTheShareWrong) {
  const Dataset clean = digits();
  Dataset noisy = digits();
  add_label_noise(noisy, {0.4}, 1);
  EXPECT_EQ(noisy.corrupted.sum().item<int64_t>(), 200);
  EXPECT_TRUE(torch::equal(noisy.corrupted, noisy.train.y != clean.train.y));
  EXPECT_TRUE(torch::equal(noisy.validation.y, clean.validation.y));
  EXPECT_TRUE(torch::equal(noisy.test.y, clean.test.y));
  EXPECT_GE(noisy.train.y.min().item<int64_t>(), 0);
  EXPECT_LT(noisy.train.y.max().item<int64_t>(), 10);
}

TEST(LabelNoise, AListMakesSources) {
  Dataset noisy = digits();
  add_label_noise(noisy, {0, 1, 0.5, 0}, 1);
  for (int64_t k = 0; k < 4; ++k) {
    const torch::Tensor own = noisy.source == k;
    EXPECT_EQ(own.sum().item<int64_t>(), 125);
    const int64_t wrong = (noisy.corrupted & own).sum().item<int64_t>();
    EXPECT_EQ(wrong, k == 1 ? 125 : k == 2 ? 63 : 0);
  }
}

TEST(LabelNoise, ComesFromTheSeed) {
  Dataset one = digits();
  Dataset same = digits();
  Dataset other = digits();
  add_label_noise(one, {0.3}, 1);
  add_label_noise(same, {0.3}, 1);
  add_label_noise(other, {0.3}, 2);
  EXPECT_TRUE(torch::equal(one.train.y, same.train.y));
  EXPECT_FALSE(torch::equal(one.train.y, other.train.y));
}

TEST(LabelNoise, RefusesMoreSourcesThanExamples) {
  Dataset data = digits();
  EXPECT_THROW(add_label_noise(data, std::vector<double>(501, 0.1), 1), ConfigError);
}

TEST(InputNoise, FallsOnTheSameInputsOfEveryPart) {
  const Dataset clean = digits();
  Dataset noisy = digits();
  add_input_noise(noisy, {0.25, 2.0}, 1);
  const auto changed = [](const Examples& a, const Examples& b) { return (a.x - b.x).abs().sum(0) > 0; };
  const torch::Tensor inputs = changed(noisy.train, clean.train);
  EXPECT_EQ(inputs.sum().item<int64_t>(), 196);
  EXPECT_TRUE(torch::equal(inputs, changed(noisy.test, clean.test)));
  const torch::Tensor noise = (noisy.train.x - clean.train.x).index({torch::indexing::Slice(), inputs});
  EXPECT_NEAR(noise.std().item<double>(), 2, 0.02);
}

TEST(NoiseOptions, AreChecked) {
  DataOptions options;
  options.label_noise = {1.5};
  EXPECT_THROW(validate(options), ConfigError);
  options.label_noise = {};
  options.input_noise = {0.5};
  EXPECT_THROW(validate(options), ConfigError);
}

}  // namespace
}  // namespace gbho
