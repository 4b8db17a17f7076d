#pragma once

#include <map>
#include <string>

namespace gbho {

struct Summary;
struct TrainedModel;

/// A model's weights in the safetensors format (https://github.com/huggingface/safetensors), under PyTorch's
/// names and in PyTorch's layout, float32: load_state_dict(safetensors.torch.load_file(path)) takes them.
std::string safetensors(const Summary& summary, const TrainedModel& model, const std::string& name);

/// The same for every model of a summary, by its role: joint, consistent, refit.
std::map<std::string, std::string> model_files(const Summary& summary);

}  // namespace gbho
