#pragma once

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// Dense layers with ReLU, or the logistic function, between them: `linear` (none hidden) and `mlp`.
class DenseNet : public Model {
 public:
  DenseNet(const ModelOptions& options, int64_t inputs, int64_t classes);

  std::string kind() const override { return kind_; }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  int64_t classes() const override { return widths_.back(); }
  torch::Tensor logits(const Weights& weights, const torch::Tensor& x) const override;
  std::vector<std::string> droppable_layers() const override;
  torch::Tensor noisy_logits(const Weights& weights, const torch::Tensor& x,
                             const std::vector<torch::Tensor>& factors) const override;
  std::optional<NetworkPlan> plan() const override;
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;

 private:
  torch::Tensor activated(const torch::Tensor& z) const;

  std::string kind_;
  std::string init_;
  bool sigmoid_;
  std::vector<int64_t> widths_;  ///< inputs, hidden units, classes
  std::vector<Parameter> parameters_;
};

/// Adds weight [out, in] and bias [out] of a dense layer.
void add_dense_parameters(std::vector<Parameter>& parameters, const std::string& layer, int64_t in,
                          int64_t out);

/// h [E, B, in] · weightᵀ + bias → [E, B, out].
torch::Tensor dense(const torch::Tensor& h, const torch::Tensor& weight, const torch::Tensor& bias);

/// h, times the layer's factor where it is defined.
torch::Tensor with_noise(const torch::Tensor& h, const std::vector<torch::Tensor>& factors, size_t layer);

}  // namespace gbho::inline internal
