#include "gbho/nn/snapshot.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

Snapshot every_kind() {
  Snapshot snapshot;
  snapshot.text = "{\"note\": \"λ = −3\"}";
  snapshot.add("scalar", torch::tensor(int64_t{7}, torch::kLong));
  snapshot.add("flags", torch::tensor({1, 0, 1}, torch::kBool));
  snapshot.add("empty", torch::empty({0, 3}, torch::kDouble));
  snapshot.add("weights", Weights{torch::randn({2, 3}), torch::randn({2}, torch::kDouble)});
  return snapshot;
}

TEST(Snapshot, ComesBackBitForBit) {
  const Snapshot before = every_kind();
  const Snapshot after = from_safetensors(to_safetensors(before));
  EXPECT_EQ(after.text, before.text);
  ASSERT_EQ(after.tensors.size(), before.tensors.size());
  for (size_t i = 0; i < before.tensors.size(); ++i) {
    EXPECT_EQ(after.tensors[i].first, before.tensors[i].first);
    EXPECT_EQ(after.tensors[i].second.scalar_type(), before.tensors[i].second.scalar_type());
    EXPECT_TRUE(after.tensors[i].second.equal(before.tensors[i].second)) << before.tensors[i].first;
  }
  EXPECT_EQ(after.weights("weights").size(), 2U);
  EXPECT_TRUE(after.weights("none").empty());
  EXPECT_THROW(after.tensor("none"), StoreError);
}

TEST(Snapshot, NonFiniteNumbersComeBack) {
  Snapshot snapshot;
  snapshot.add("x", torch::tensor({INFINITY, -INFINITY, NAN}, torch::kFloat));
  const torch::Tensor x = from_safetensors(to_safetensors(snapshot)).tensor("x");
  EXPECT_TRUE(x.isinf().slice(0, 0, 2).all().item<bool>());
  EXPECT_TRUE(x[2].isnan().item<bool>());
}

TEST(Snapshot, RefusesWhatIsNoSuchFile) {
  const std::string good = to_safetensors(every_kind());
  EXPECT_THROW(from_safetensors(""), StoreError);
  EXPECT_THROW(from_safetensors("short"), StoreError);
  EXPECT_THROW(from_safetensors(std::string(100, '\xff')), StoreError);
  for (const size_t size : {size_t{4}, size_t{40}, good.size() - 1}) {
    EXPECT_THROW(from_safetensors(std::string_view(good).substr(0, size)), StoreError) << size;
  }
  std::string no_json = good;
  no_json[10] = '!';
  EXPECT_THROW(from_safetensors(no_json), StoreError);
}

}  // namespace
}  // namespace gbho
