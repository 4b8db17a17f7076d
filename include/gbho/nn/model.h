#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/record/model_options.h"
#include "gbho/record/parameter.h"

namespace gbho {

/// The weights of an ensemble of E networks: one tensor [E, …shape] per parameter, in the order of
/// Model::parameters().
using Weights = std::vector<torch::Tensor>;

/// What the hand-written kernels need to know of a network: an optional LeNet-5 front of two convolutions,
/// then dense layers with ReLU between them.
struct NetworkPlan {
  int64_t lenet_channels = 0;   ///< channels of the 32×32 images of a LeNet-5 front; 0: no such front
  int64_t lenet_padding = 0;    ///< zero pixels to add around each image: 2 for 28×28
  std::vector<int64_t> widths;  ///< inputs of the first dense layer, then the outputs of each
};

/// A network with a native ensemble axis E. Implementations are stateless: weights are arguments.
class Model {
 public:
  virtual ~Model() = default;

  virtual std::string kind() const = 0;
  virtual const std::vector<Parameter>& parameters() const = 0;
  virtual int64_t classes() const = 0;  ///< outputs: 1 for a regression
  /// x is [B, …input_shape]; returns [E, B, classes]. Differentiable in the weights.
  virtual torch::Tensor logits(const Weights& weights, const torch::Tensor& x) const = 0;
  /// Layers whose outputs, after ReLU, dropout can act on; in order.
  virtual std::vector<std::string> droppable_layers() const { return {}; }
  /// As in training with noise: every member has inputs of its own, x is [E, B, …input_shape], and the
  /// outputs of droppable layers are multiplied by `factors`, [E, B, units] each or undefined; empty: none.
  virtual torch::Tensor noisy_logits(const Weights& weights, const torch::Tensor& x,
                                     const std::vector<torch::Tensor>& factors) const;
  /// Set for networks that the hand-written kernels can train.
  virtual std::optional<NetworkPlan> plan() const { return std::nullopt; }
  /// Fresh weights for `members` networks; with `shared` all of them start alike.
  virtual Weights initial_weights(int64_t members, const Stream& stream, bool shared) const = 0;

  /// Layer names in order, for error messages and penalties.
  std::vector<std::string> layers() const;
  int64_t parameter_count() const;
};

/// `input_shape` of one example; `classes` is 1 for a regression. Throws ConfigError when the model cannot
/// take it.
std::shared_ptr<const Model> make_model(const ModelOptions& options, const std::vector<int64_t>& input_shape,
                                        int64_t classes);

/// The members [first, first + count) of an ensemble (views, no copy).
Weights slice_members(const Weights& weights, int64_t first, int64_t count);
/// The members with the given indices (copies).
Weights select_members(const Weights& weights, const std::vector<int64_t>& members);
/// `count` copies of one member.
Weights repeat_member(const Weights& weights, int64_t member, int64_t count);

}  // namespace gbho
