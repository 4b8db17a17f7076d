#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <functional>
#include <memory>

#include "gbho/nn/model.h"

namespace gbho {

/// Makes any torch::nn::Module a Model: members run one after another through clones of the module, by
/// autograd. Slower than the built-in networks, same results. The module must be cloneable (every module made
/// with TORCH_MODULE or derived from torch::nn::Cloneable is) and must not have buffers (batch normalization
/// keeps running statistics that belong to no single member).
///
/// Layer names for penalties are the module's own: parameter "fc1.weight" belongs to layer "fc1". A parameter
/// counts as a bias, and stays free, when its last name is "bias" or when it has fewer than two dimensions.
/// `forward` maps a module and x [B, …] to logits [B, classes]; a regression has one class, whose output is
/// the standardized target.
std::shared_ptr<const Model> make_module_model(
    std::shared_ptr<torch::nn::Module> module,
    std::function<torch::Tensor(torch::nn::Module&, const torch::Tensor&)> forward, int64_t classes);

/// The same for a module holder whose forward takes and returns one tensor: make_module_model(MyNet(…), 10).
template <typename Contained>
std::shared_ptr<const Model> make_module_model(const torch::nn::ModuleHolder<Contained>& holder,
                                               int64_t classes) {
  return make_module_model(
      std::shared_ptr<torch::nn::Module>(holder.ptr()),
      [](torch::nn::Module& module, const torch::Tensor& x) {
        return dynamic_cast<Contained&>(module).forward(x);
      },
      classes);
}

}  // namespace gbho
