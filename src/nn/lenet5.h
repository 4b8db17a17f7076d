#pragma once

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// LeNet-5 with ReLU and max-pooling: conv 6@5×5, pool 2, conv 16@5×5, pool 2, dense 120, 84, classes.
/// Takes [C, 32, 32] images; 28×28 ones get two pixels of zeros on every side, as LeNet-5 did on MNIST.
class LeNet5 : public Model {
 public:
  LeNet5(const ModelOptions& options, const std::vector<int64_t>& input_shape, int64_t classes);

  std::string kind() const override { return "lenet5"; }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  int64_t classes() const override { return classes_; }
  torch::Tensor logits(const Weights& weights, const torch::Tensor& x) const override;
  std::vector<std::string> droppable_layers() const override { return {"dense1", "dense2"}; }
  torch::Tensor noisy_logits(const Weights& weights, const torch::Tensor& x,
                             const std::vector<torch::Tensor>& factors) const override;
  std::optional<NetworkPlan> plan() const override;
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;

 private:
  /// From images side by side, [B, groups·channels, 32, 32]: all members' own, or one for all of them.
  torch::Tensor logits_of(const Weights& weights, const torch::Tensor& images, int64_t groups,
                          const std::vector<torch::Tensor>& factors) const;
  torch::Tensor padded(const torch::Tensor& images) const;

  std::string init_;
  int64_t channels_ = 0;
  int64_t side_ = 0;
  int64_t classes_ = 0;
  std::vector<Parameter> parameters_;
};

}  // namespace gbho::inline internal
