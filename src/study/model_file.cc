#include "study/model_file.h"

#include "gbho/methods/summary.h"
#include "nn/safetensors.h"

namespace gbho {

std::string safetensors(const Summary& summary, const TrainedModel& model, const std::string& name) {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  for (size_t k = 0; k < model.weights.size(); ++k) {
    const Parameter& parameter = summary.parameters[k];
    tensors.emplace_back(parameter.name, model.weights[k].to(torch::kFloat).reshape(parameter.shape));
  }
  return write_safetensors(
      {{"format", "pt"}, {"gbho_version", summary.version}, {"study", summary.study}, {"model", name}},
      tensors);
}

std::map<std::string, std::string> model_files(const Summary& summary) {
  std::map<std::string, std::string> files;
  const auto add = [&](const std::string& role, const std::optional<TrainedModel>& model) {
    if (model) files[role] = safetensors(summary, *model, role);
  };
  add("joint", summary.joint);
  add("consistent", summary.consistent);
  add("refit", summary.refit);
  return files;
}

}  // namespace gbho
