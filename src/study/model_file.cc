#include "gbho/study/model_file.h"

#include <fmt/format.h>

#include "gbho/run/result.h"
#include "nn/safetensors.h"
#include "record/block_name.h"

namespace gbho {
namespace {

// Of a network that is one for all folds the names stand without them.
std::string name_of(const Parameter& parameter, bool whole) {
  return whole ? parameter.name.substr(parameter.name.find('/') + 1) : parameter.name;
}

std::string safetensors(const Summary& summary, const Weights& weights, const std::string& name) {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  for (size_t k = 0; k < weights.size(); ++k) {
    const std::string own = name_of(summary.parameters[k], weights.size() < summary.parameters.size());
    const torch::Tensor all = weights[k].to(torch::kFloat);
    const int64_t members = all.size(0);
    for (int64_t e = 0; e < members; ++e) {
      tensors.emplace_back(members > 1 ? fmt::format("network{}/{}", e + 1, own) : own, all[e]);
    }
  }
  return write_safetensors(
      {{"format", "pt"}, {"gbho_version", summary.version}, {"study", summary.study}, {"model", name}},
      tensors);
}

// λ*, a tensor for each block of hyperparameters: "l2" [1000000].
std::string lambda_file(const Summary& summary, const torch::Tensor& lambda) {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  int64_t first = 0;
  for (size_t k = 0; k < summary.space.size();) {
    const std::string block(block_name(summary.space[k].name));
    int64_t count = 0;
    for (; k < summary.space.size() && block_name(summary.space[k].name) == block; ++k)
      count += block_count(summary.space[k].name);
    tensors.emplace_back(block, lambda.narrow(0, first, count));
    first += count;
  }
  return write_safetensors(
      {{"format", "pt"}, {"gbho_version", summary.version}, {"study", summary.study}, {"model", "lambda"}},
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
  const torch::Tensor& lambda = result.weights.lambda;
  if (lambda.defined()) files["lambda"] = lambda_file(result.summary, lambda);
  if (!result.take_home.empty()) files["model"] = result.take_home;
  return files;
}

}  // namespace gbho
