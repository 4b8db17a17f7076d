#pragma once

#include <cstdint>

namespace gbho::inline internal {

/// Columns of a packed matrix lie side by side in panels of this many, whatever the instruction set.
constexpr int64_t kLayerPanel = 16;
/// Rows are worked on in tiles of at most this many: buffers have room for a multiple of it.
constexpr int64_t kLayerTile = 16;

/// z = x·w + bias of `rows` rows, then the larger of that and zero with `relu`. Rows beyond `rows`, up to a
/// multiple of kLayerTile, are read and written too.
struct LayerArgs {
  const float* x;  ///< [rows, ldx]
  int64_t ldx;
  int64_t rows;
  int64_t in;
  int64_t padded;     ///< outputs, rounded up to a multiple of kLayerPanel
  const float* w;     ///< [padded / kLayerPanel, in, kLayerPanel]
  const float* bias;  ///< [padded]
  float* z;           ///< [rows, padded]
  bool relu;
};

struct LayerKernel {
  const char* name;
  void (*layer)(const LayerArgs& args);
};

extern const LayerKernel kPortableLayer;
extern const LayerKernel kAvx2Layer;
extern const LayerKernel kAvx512Layer;

/// The kernel called portable, avx2 or avx512; null where this processor or this build has none.
const LayerKernel* find_layer_kernel(const char* name);
/// The best one of this processor, unless the environment variable GBHO_KERNELS names another.
const LayerKernel& layer_kernel();

}  // namespace gbho::inline internal
