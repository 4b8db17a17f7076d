#pragma once

#include <map>
#include <string>

namespace gbho {

struct Result;

/// The weights of a run's models by role (joint, consistent, refit) in the safetensors format
/// (https://github.com/huggingface/safetensors), under PyTorch's names and in PyTorch's layout, float32:
/// load_state_dict(safetensors.torch.load_file(path)) takes them. Of a table also `model`: the file
/// model.gbho, which holds all that a prediction needs.
std::map<std::string, std::string> model_files(const Result& result);

}  // namespace gbho
