#include "gbho/study/model_file.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "gbho/run/result.h"

namespace gbho {
namespace {

TEST(Safetensors, HoldsEveryTensorUnderItsName) {
  Result result;
  result.summary.parameters = {{"output.weight", "output", false, {2, 3}, 3, 2},
                               {"output.bias", "output", true, {2}, 3, 2}};
  result.weights.refit = {torch::arange(6, torch::kFloat).view({1, 2, 3}), torch::tensor({{7.0F, 8.0F}})};
  const std::map<std::string, std::string> files = model_files(result);
  ASSERT_EQ(files.size(), 1U);
  const std::string& file = files.at("refit");

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

TEST(Safetensors, NetworksOfAnAverageHaveNamesOfTheirOwn) {
  Result result;
  result.summary.parameters = {{"fold1/bias", "output", true, {2}, 3, 2},
                               {"fold2/bias", "output", true, {2}, 3, 2}};
  result.weights.refit = {torch::arange(6, torch::kFloat).view({3, 2})};
  const std::string file = model_files(result).at("refit");
  uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof(length));
  const auto header = nlohmann::json::parse(file.substr(8, length));
  EXPECT_EQ(header["network1/bias"]["shape"], nlohmann::json({2}));
  EXPECT_EQ(header["network3/bias"]["data_offsets"], nlohmann::json({16, 24}));
}

}  // namespace
}  // namespace gbho
