#pragma once

#include <torch/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gbho::inline internal {

/// Tensors in the safetensors format (https://github.com/huggingface/safetensors), each as it is.
std::string write_safetensors(const nlohmann::ordered_json& metadata,
                              const std::vector<std::pair<std::string, torch::Tensor>>& tensors);

}  // namespace gbho::inline internal
