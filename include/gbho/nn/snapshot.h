#pragma once

#include <torch/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho {

/// Tensors by name, and a text: what a computation leaves behind so that it can go on elsewhere, bit for bit.
struct Snapshot {
  std::string text;  ///< JSON, or anything else
  std::vector<std::pair<std::string, torch::Tensor>> tensors;

  bool empty() const { return text.empty() && tensors.empty(); }
  void add(std::string name, torch::Tensor tensor);
  /// As NAME.0, NAME.1, …
  void add(const std::string& name, const Weights& weights);
  /// Throws StoreError when it is not there.
  const torch::Tensor& tensor(const std::string& name) const;
  /// Those that were added under the name; none when there are none.
  Weights weights(const std::string& name) const;
};

/// In the safetensors format (https://github.com/huggingface/safetensors), the text as metadata "gbho".
std::string to_safetensors(const Snapshot& snapshot);
/// Throws StoreError when the bytes are no such file; reads what to_safetensors writes.
Snapshot from_safetensors(std::string_view bytes);

}  // namespace gbho
