#include "gbho/study/model_file.h"

#include "gbho/run/result.h"
#include "nn/safetensors.h"

namespace gbho {
namespace {

std::string safetensors(const Summary& summary, const Weights& weights, const std::string& name) {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  for (size_t k = 0; k < weights.size(); ++k) {
    const Parameter& parameter = summary.parameters[k];
    tensors.emplace_back(parameter.name, weights[k].to(torch::kFloat).reshape(parameter.shape));
  }
  return write_safetensors(
      {{"format", "pt"}, {"gbho_version", summary.version}, {"study", summary.study}, {"model", name}},
      tensors);
}

}  // namespace

std::map<std::string, std::string> model_files(const Result& result) {
  std::map<std::string, std::string> files;
  const auto add = [&](const std::string& role, const Weights& weights) {
    if (!weights.empty()) files[role] = safetensors(result.summary, weights, role);
  };
  add("joint", result.weights.joint);
  add("consistent", result.weights.consistent);
  add("refit", result.weights.refit);
  return files;
}

}  // namespace gbho
