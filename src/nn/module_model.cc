#include "gbho/nn/module_model.h"

#include <fmt/format.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/utils.h>

#include <algorithm>
#include <utility>

#include "gbho/base/error.h"

namespace gbho {
namespace {

using Forward = std::function<torch::Tensor(torch::nn::Module&, const torch::Tensor&)>;

Parameter describe_parameter(const std::string& name, const torch::Tensor& tensor) {
  const size_t dot = name.rfind('.');
  const std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
  Parameter parameter;
  parameter.name = name;
  parameter.layer = dot == std::string::npos ? name : name.substr(0, dot);
  parameter.bias = last == "bias" || tensor.dim() < 2;
  parameter.shape = tensor.sizes().vec();
  parameter.fan_out = tensor.dim() > 0 ? tensor.size(0) : 1;
  parameter.fan_in = parameter.fan_out > 0 ? tensor.numel() / parameter.fan_out : 1;
  // Which of them comes first only the module knows.
  parameter.reads_inputs = !parameter.bias && tensor.dim() == 2;
  return parameter;
}

/// A clone of the user's module and the graph that its last result belongs to.
struct Clone {
  std::shared_ptr<torch::nn::Module> module;
  std::weak_ptr<torch::autograd::Node> graph;
};

class ModuleModel : public Model {
 public:
  ModuleModel(std::shared_ptr<torch::nn::Module> module, Forward forward, int64_t classes)
      : module_(std::move(module)), forward_(std::move(forward)), classes_(classes) {
    if (!module_->buffers().empty()) {
      throw ConfigError(
          fmt::format("module '{}' has the buffer '{}': running statistics belong to no single member of an "
                      "ensemble; use "
                      "group or layer normalization instead of batch normalization",
                      module_->name(), module_->named_buffers().front().key()));
    }
    if (module_->parameters().empty()) {
      throw ConfigError(
          fmt::format("module '{}' has no parameters: there is nothing to train", module_->name()));
    }
    for (const auto& item : module_->named_parameters()) {
      parameters_.push_back(describe_parameter(item.key(), item.value()));
    }
  }

  std::string kind() const override { return module_->name(); }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  int64_t classes() const override { return classes_; }

  torch::Tensor logits(const Weights& weights, const torch::Tensor& x) const override {
    std::vector<torch::Tensor> results;
    for (int64_t e = 0; e < weights[0].size(0); ++e) {
      Clone& clone = free_clone(weights[0]);
      fill(*clone.module, weights, e);
      results.push_back(forward_(*clone.module, x));
      clone.graph = results.back().grad_fn();
    }
    return torch::stack(results);
  }

  torch::Tensor noisy_logits(const Weights& weights, const torch::Tensor& x,
                             const std::vector<torch::Tensor>& factors) const override {
    if (!factors.empty()) return Model::noisy_logits(weights, x, factors);
    std::vector<torch::Tensor> results;
    for (int64_t e = 0; e < weights[0].size(0); ++e) {
      results.push_back(logits(slice_members(weights, e, 1), x[e]));
    }
    return torch::cat(results);
  }

  // All members start from the module's own weights, or from fresh clones, which the module initializes
  // itself.
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override {
    const torch::NoGradGuard no_grad;
    std::vector<std::vector<torch::Tensor>> drawn(parameters_.size());
    for (int64_t e = 0; e < members; ++e) {
      std::shared_ptr<torch::nn::Module> source = module_;
      if (!shared) {
        torch::manual_seed(stream.child("member " + std::to_string(e)).bits());
        source = reinitialized();
      }
      size_t p = 0;
      for (const torch::Tensor& tensor : source->parameters()) drawn[p++].push_back(tensor.detach().clone());
    }
    Weights weights;
    for (const std::vector<torch::Tensor>& tensors : drawn) weights.push_back(torch::stack(tensors));
    return weights;
  }

 private:
  std::shared_ptr<torch::nn::Module> reinitialized() const {
    // Cloneable::clone calls reset(), which draws new parameters, and then copies the old ones over them; so
    // a linear or convolution layer is drawn again here by its own rule.
    std::shared_ptr<torch::nn::Module> clone = module_->clone();
    clone->apply([](torch::nn::Module& part) {
      if (auto* linear = part.as<torch::nn::LinearImpl>()) linear->reset_parameters();
      if (auto* conv = part.as<torch::nn::Conv2dImpl>()) conv->reset_parameters();
      if (auto* conv = part.as<torch::nn::Conv1dImpl>()) conv->reset_parameters();
    });
    return clone;
  }

  // A clone is free when nobody holds the graph of its last result: overwriting its parameters in place would
  // spoil the backward pass of that graph.
  Clone& free_clone(const torch::Tensor& like) const {
    auto clone =
        std::find_if(clones_.begin(), clones_.end(), [](const Clone& c) { return c.graph.expired(); });
    if (clone == clones_.end()) {
      clone = clones_.insert(clone, {module_->clone(), {}});
      for (torch::Tensor& tensor : clone->module->parameters()) tensor.requires_grad_(false);
    }
    const torch::Tensor first = clone->module->parameters().front();
    if (first.device() != like.device() || first.scalar_type() != like.scalar_type()) {
      for (torch::Tensor& tensor : clone->module->parameters()) tensor.detach_();
      clone->module->to(like.device(), like.scalar_type());
    }
    return *clone;
  }

  // An in-place copy makes the module's own tensors part of the graph, so gradients reach `weights`.
  static void fill(torch::nn::Module& module, const Weights& weights, int64_t member) {
    size_t p = 0;
    for (torch::Tensor& tensor : module.parameters()) {
      tensor.detach_();
      tensor.copy_(weights[p++][member]);
    }
  }

  std::shared_ptr<torch::nn::Module> module_;
  Forward forward_;
  int64_t classes_;
  std::vector<Parameter> parameters_;
  mutable std::vector<Clone> clones_;
};

}  // namespace

std::shared_ptr<const Model> make_module_model(
    std::shared_ptr<torch::nn::Module> module,
    std::function<torch::Tensor(torch::nn::Module&, const torch::Tensor&)> forward, int64_t classes) {
  return std::make_shared<ModuleModel>(std::move(module), std::move(forward), classes);
}

}  // namespace gbho
