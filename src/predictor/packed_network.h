#pragma once

#include <cstdint>
#include <vector>

#include "gbho/predictor/model.h"
#include "predictor/kernels.h"

namespace gbho::inline internal {

/// What a network needs between its layers; one for each thread.
struct LayerBuffers {
  std::vector<float> even;
  std::vector<float> odd;
};

/// A network laid out for the kernels.
class PackedNetwork {
 public:
  /// The network's numbers must fit its widths.
  explicit PackedNetwork(const PredictorNetwork& network);

  int64_t inputs() const { return layers_.front().in; }
  int64_t outputs() const { return layers_.back().out; }
  /// Outputs of the widest layer, padded: what a row of buffers needs.
  int64_t widest() const;

  /// The outputs of `rows` rows of x [rows up to a multiple of kLayerTile, inputs]: [rows, stride()], in one
  /// of the buffers.
  const float* forward(const float* x, int64_t rows, const LayerKernel& kernel, LayerBuffers& buffers) const;
  int64_t stride() const { return layers_.back().padded; }

 private:
  struct Layer {
    int64_t in = 0;
    int64_t out = 0;
    int64_t padded = 0;
    std::vector<float> w;
    std::vector<float> bias;
  };
  std::vector<Layer> layers_;
};

}  // namespace gbho::inline internal
