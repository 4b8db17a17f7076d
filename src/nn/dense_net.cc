#include "nn/dense_net.h"

#include "nn/init.h"

namespace gbho::inline internal {
namespace {

// E: members, B: examples. All members see the same x, so the first layer is one wide product.
torch::Tensor shared_input_dense(const torch::Tensor& x, const torch::Tensor& weight,
                                 const torch::Tensor& bias) {
  const int64_t members = weight.size(0);
  const int64_t out = weight.size(1);
  const torch::Tensor wide = weight.reshape({members * out, weight.size(2)});
  const torch::Tensor z = torch::addmm(bias.reshape({members * out}), x, wide.t());
  return z.view({x.size(0), members, out}).permute({1, 0, 2});
}

}  // namespace

void add_dense_parameters(std::vector<Parameter>& parameters, const std::string& layer, int64_t in,
                          int64_t out) {
  parameters.push_back({layer + ".weight", layer, false, {out, in}, in, out});
  parameters.push_back({layer + ".bias", layer, true, {out}, in, out});
}

torch::Tensor dense(const torch::Tensor& h, const torch::Tensor& weight, const torch::Tensor& bias) {
  return torch::baddbmm(bias.unsqueeze(1), h, weight.transpose(1, 2));
}

DenseNet::DenseNet(const ModelOptions& options, int64_t inputs, int64_t classes)
    : kind_(options.kind), init_(options.init), sigmoid_(options.activation == "sigmoid"), widths_{inputs} {
  if (kind_ == "mlp") widths_.insert(widths_.end(), options.hidden.begin(), options.hidden.end());
  widths_.push_back(classes);
  const size_t layers = widths_.size() - 1;
  for (size_t l = 0; l < layers; ++l) {
    std::string name = "output";
    if (l + 1 < layers) name = layers == 2 ? "hidden" : "hidden" + std::to_string(l + 1);
    add_dense_parameters(parameters_, name, widths_[l], widths_[l + 1]);
  }
  parameters_.front().reads_inputs = true;
}

torch::Tensor DenseNet::logits(const Weights& weights, const torch::Tensor& x) const {
  torch::Tensor h = shared_input_dense(x.flatten(1), weights[0], weights[1]);
  for (size_t p = 2; p < weights.size(); p += 2) h = dense(activated(h), weights[p], weights[p + 1]);
  return h;
}

torch::Tensor DenseNet::activated(const torch::Tensor& z) const {
  return sigmoid_ ? torch::sigmoid(z) : torch::relu(z);
}

torch::Tensor with_noise(const torch::Tensor& h, const std::vector<torch::Tensor>& factors, size_t layer) {
  return layer < factors.size() && factors[layer].defined() ? h * factors[layer] : h;
}

std::vector<std::string> DenseNet::droppable_layers() const {
  std::vector<std::string> names = layers();
  names.pop_back();
  return names;
}

torch::Tensor DenseNet::noisy_logits(const Weights& weights, const torch::Tensor& x,
                                     const std::vector<torch::Tensor>& factors) const {
  torch::Tensor h = dense(x.flatten(2), weights[0], weights[1]);
  for (size_t p = 2; p < weights.size(); p += 2) {
    h = dense(with_noise(activated(h), factors, p / 2 - 1), weights[p], weights[p + 1]);
  }
  return h;
}

// The kernels know ReLU alone.
std::optional<NetworkPlan> DenseNet::plan() const {
  if (sigmoid_) return std::nullopt;
  return NetworkPlan{0, 0, widths_};
}

Weights DenseNet::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  return draw_weights(parameters_, init_, members, stream, shared);
}

}  // namespace gbho::inline internal
