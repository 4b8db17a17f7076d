#include "predictor/packed_network.h"

#include <algorithm>

namespace gbho::inline internal {
namespace {

int64_t rounded_up(int64_t value, int64_t step) {
  return (value + step - 1) / step * step;
}

// Kernel [out, in] to panels [padded / kLayerPanel, in, kLayerPanel].
std::vector<float> packed_kernel(const float* kernel, int64_t in, int64_t out, int64_t padded) {
  std::vector<float> panels(static_cast<size_t>(in * padded));
  for (int64_t o = 0; o < out; ++o) {
    float* column = panels.data() + o / kLayerPanel * kLayerPanel * in + o % kLayerPanel;
    for (int64_t i = 0; i < in; ++i) column[i * kLayerPanel] = kernel[o * in + i];
  }
  return panels;
}

}  // namespace

PackedNetwork::PackedNetwork(const PredictorNetwork& network) {
  const float* numbers = network.numbers.data();
  layers_.reserve(network.widths.size() - 1);
  for (size_t l = 0; l + 1 < network.widths.size(); ++l) {
    Layer layer{
        network.widths[l], network.widths[l + 1], rounded_up(network.widths[l + 1], kLayerPanel), {}, {}};
    layer.w = packed_kernel(numbers, layer.in, layer.out, layer.padded);
    numbers += layer.in * layer.out;
    layer.bias.resize(static_cast<size_t>(layer.padded));
    std::copy_n(numbers, layer.out, layer.bias.begin());
    numbers += layer.out;
    layers_.push_back(std::move(layer));
  }
}

int64_t PackedNetwork::widest() const {
  int64_t widest = 0;
  for (const Layer& layer : layers_) widest = std::max(widest, layer.padded);
  return widest;
}

const float* PackedNetwork::forward(const float* x, int64_t rows, const LayerKernel& kernel,
                                    LayerBuffers& buffers) const {
  const auto needed = static_cast<size_t>(rounded_up(rows, kLayerTile) * widest());
  if (buffers.even.size() < needed) buffers.even.resize(needed);
  if (buffers.odd.size() < needed) buffers.odd.resize(needed);
  int64_t ldx = inputs();
  for (size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    float* z = (l % 2 == 0 ? buffers.even : buffers.odd).data();
    kernel.layer(
        {x, ldx, rows, layer.in, layer.padded, layer.w.data(), layer.bias.data(), z, l + 1 < layers_.size()});
    x = z;
    ldx = layer.padded;
  }
  return x;
}

}  // namespace gbho::inline internal
