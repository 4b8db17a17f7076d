#include "study/model_file.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "gbho/methods/summary.h"

namespace gbho {
namespace {

TEST(Safetensors, HoldsEveryTensorUnderItsName) {
  Summary summary;
  summary.parameters = {{"output.weight", "output", false, {2, 3}, 3, 2},
                        {"output.bias", "output", true, {2}, 3, 2}};
  TrainedModel model;
  model.weights = {torch::arange(6, torch::kFloat).view({1, 2, 3}), torch::tensor({{7.0F, 8.0F}})};
  const std::string file = safetensors(summary, model, "refit");

  uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof(length));
  EXPECT_EQ(length % 8, 0U);
  const auto header = nlohmann::json::parse(file.substr(8, length));
  EXPECT_EQ(header["__metadata__"]["model"], "refit");
  EXPECT_EQ(header["output.weight"]["shape"], nlohmann::json({2, 3}));
  EXPECT_EQ(header["output.bias"]["data_offsets"], nlohmann::json({24, 32}));
  EXPECT_EQ(file.size(), 8 + length + 32);
  float value = 0;
  std::memcpy(&value, file.data() + 8 + length + 28, sizeof(value));
  EXPECT_EQ(value, 8.0F);
}

}  // namespace
}  // namespace gbho
