#include "gbho/nn/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "gbho/base/error.h"
#include "nn/dense_net.h"
#include "nn/lenet5.h"
#include "nn/parameter_count.h"

namespace gbho {

std::vector<std::string> Model::layers() const {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters()) {
    if (std::find(names.begin(), names.end(), parameter.layer) == names.end())
      names.push_back(parameter.layer);
  }
  return names;
}

int64_t Model::parameter_count() const {
  return gbho::parameter_count(parameters());
}

int64_t internal::parameter_count(const std::vector<Parameter>& parameters) {
  int64_t count = 0;
  for (const Parameter& parameter : parameters) {
    int64_t size = 1;
    for (const int64_t extent : parameter.shape) size *= extent;
    count += size;
  }
  return count;
}

torch::Tensor Model::noisy_logits(const Weights& /*weights*/, const torch::Tensor& /*x*/,
                                  const std::vector<torch::Tensor>& /*factors*/) const {
  throw ConfigError(fmt::format(
      "hyperparameter: the model '{}' cannot be trained with dropout or noise on its inputs; leave "
      "such blocks out",
      kind()));
}

std::shared_ptr<const Model> make_model(const ModelOptions& options, const std::vector<int64_t>& input_shape,
                                        int64_t classes) {
  options.validate();
  if (classes < 1) {
    throw ConfigError(fmt::format(
        "a network needs an output for each class, or one for a regression; {} were asked for", classes));
  }
  if (options.kind == "lenet5") return std::make_shared<LeNet5>(options, input_shape, classes);
  int64_t inputs = 1;
  for (const int64_t extent : input_shape) inputs *= extent;
  return std::make_shared<DenseNet>(options, inputs, classes);
}

Weights slice_members(const Weights& weights, int64_t first, int64_t count) {
  Weights slice;
  for (const torch::Tensor& tensor : weights) slice.push_back(tensor.narrow(0, first, count));
  return slice;
}

Weights select_members(const Weights& weights, const std::vector<int64_t>& members) {
  const torch::Tensor index = torch::tensor(members, torch::kInt64);
  Weights selected;
  for (const torch::Tensor& tensor : weights)
    selected.push_back(tensor.index_select(0, index.to(tensor.device())));
  return selected;
}

Weights repeat_member(const Weights& weights, int64_t member, int64_t count) {
  return select_members(weights, std::vector<int64_t>(static_cast<size_t>(count), member));
}

}  // namespace gbho
