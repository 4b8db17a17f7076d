#include "nn/lenet5.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gbho/base/error.h"
#include "nn/dense_net.h"
#include "nn/init.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kSide = 32;

}  // namespace

LeNet5::LeNet5(const ModelOptions& options, const std::vector<int64_t>& input_shape, int64_t classes)
    : init_(options.init), classes_(classes) {
  if (input_shape.size() == 3 && input_shape[1] == input_shape[2]) {
    channels_ = input_shape[0];
    side_ = input_shape[1];
  } else if (input_shape == std::vector<int64_t>{28 * 28}) {
    channels_ = 1;
    side_ = 28;
  }
  if (channels_ < 1 || (side_ != kSide && side_ != 28)) {
    throw ConfigError(
        "model.kind",
        fmt::format(
            " = \"lenet5\" takes images of shape [C, 32, 32], [C, 28, 28] or [784]; the data has shape "
            "[{}]. Use model.kind = \"mlp\", or images of that size",
            fmt::join(input_shape, ", ")));
  }
  const int64_t patch = channels_ * 25;
  parameters_.push_back({"conv1.weight", "conv1", false, {6, channels_, 5, 5}, patch, 6 * 25});
  parameters_.push_back({"conv1.bias", "conv1", true, {6}, patch, 6 * 25});
  parameters_.push_back({"conv2.weight", "conv2", false, {16, 6, 5, 5}, 150, 16 * 25});
  parameters_.push_back({"conv2.bias", "conv2", true, {16}, 150, 16 * 25});
  add_dense_parameters(parameters_, "dense1", 400, 120);
  add_dense_parameters(parameters_, "dense2", 120, 84);
  add_dense_parameters(parameters_, "output", 84, classes);
}

torch::Tensor LeNet5::padded(const torch::Tensor& images) const {
  const int64_t padding = (kSide - side_) / 2;
  return padding > 0 ? torch::constant_pad_nd(images, {padding, padding, padding, padding}) : images;
}

torch::Tensor LeNet5::logits(const Weights& weights, const torch::Tensor& x) const {
  return logits_of(weights, padded(x.reshape({x.size(0), channels_, side_, side_})), 1, {});
}

torch::Tensor LeNet5::noisy_logits(const Weights& weights, const torch::Tensor& x,
                                   const std::vector<torch::Tensor>& factors) const {
  const int64_t members = x.size(0);
  const torch::Tensor images = x.reshape({members, x.size(1), channels_, side_, side_})
                                   .transpose(0, 1)
                                   .reshape({x.size(1), members * channels_, side_, side_});
  return logits_of(weights, padded(images), members, factors);
}

torch::Tensor LeNet5::logits_of(const Weights& weights, const torch::Tensor& images, int64_t groups,
                                const std::vector<torch::Tensor>& factors) const {
  const int64_t members = weights[0].size(0);
  const std::vector<int64_t> one = {1};
  const std::vector<int64_t> zero = {0};
  // Members are channels of one convolution, then groups of the next.
  torch::Tensor h = torch::conv2d(images, weights[0].reshape({members * 6, channels_, 5, 5}),
                                  weights[1].reshape({members * 6}), one, zero, one, groups);
  h = torch::max_pool2d(torch::relu(h), 2);
  h = torch::conv2d(h, weights[2].reshape({members * 16, 6, 5, 5}), weights[3].reshape({members * 16}), one,
                    zero, one, members);
  h = torch::max_pool2d(torch::relu(h), 2);
  h = h.view({images.size(0), members, 400}).permute({1, 0, 2});
  h = with_noise(torch::relu(dense(h, weights[4], weights[5])), factors, 0);
  h = with_noise(torch::relu(dense(h, weights[6], weights[7])), factors, 1);
  return dense(h, weights[8], weights[9]);
}

std::optional<NetworkPlan> LeNet5::plan() const {
  if (channels_ > 3) return std::nullopt;  // the convolution kernels keep a row of a patch in 16 lanes
  return NetworkPlan{channels_, (kSide - side_) / 2, {400, 120, 84, classes_}};
}

Weights LeNet5::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  return draw_weights(parameters_, init_, members, stream, shared);
}

}  // namespace gbho::inline internal
