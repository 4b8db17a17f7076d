#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "gbho/nn/model.h"
#include "nn/fused/dense_layer.h"
#include "nn/fused/flat_parameter.h"

namespace gbho::inline internal {

/// The two convolutions of LeNet-5, each with ReLU and 2×2 max-pooling.
///
/// Forward, convolution 1 runs with 16 examples in the lanes of a vector; convolution 2 with its 16 channels.
/// Backward, only the winner of each pooling window has a gradient, so a quarter of the positions is visited;
/// a patch there is read as rows of 16 (or 2·16) neighbouring values of an image in [y, x, channel] order.
class LeNetFront {
 public:
  using Slot = DenseLayer::Slot;
  static constexpr size_t kParameters = 4;
  static constexpr int64_t kFeatures = 400;

  LeNetFront(const KernelTable& kernels, int64_t members, int64_t channels, int64_t padding, int64_t block);

  /// Threads to share examples and maps out to; null: this thread alone.
  void set_team(Team* team) { team_ = team; }

  void load(Slot slot, const Weights& weights);
  Weights store(Slot slot) const;
  void set_penalty(size_t parameter, const torch::Tensor& l2, const torch::Tensor& l1);
  void set_step(const StepSettings& settings);

  int64_t image_size() const {
    const int64_t side = LeNetShape::kSide - 2 * padding_;
    return channels_ * side * side;
  }
  /// Takes in the images ([channels, side, side]) of a block.
  void gather(const float* const* sources, int64_t batch);
  void forward();
  const Activations& features() const { return features_; }
  Activations& feature_delta() { return feature_delta_; }
  /// Adds to the gradients, from feature_delta().
  void backward();
  void zero_gradient();
  void complete_gradient();
  void step_from_gradient();

 private:
  void copy_image(const float* source, int64_t b);
  void fill_lanes(int64_t first, int64_t last);
  void together(const std::function<void(int rank, int size)>& piece) const;

  const KernelTable& kernels_;
  int64_t members_;
  int64_t channels_;
  int64_t padding_;
  int64_t block_;
  int64_t batch_ = 0;
  Team* team_ = nullptr;
  std::array<FlatParameter, kParameters> parameters_;  ///< conv1 weight and bias, conv2 weight and bias
  AlignedBuffer images_;                               ///< [b][32][32][channels]
  AlignedBuffer lanes_;                                ///< [channels][32][32][b]
  AlignedBuffer pooled_;                               ///< [m][b][14][14][6]
  AlignedBuffer pooled_delta_;                         ///< [b][14][14][6], kDelta1 apart
  std::vector<uint8_t> winners1_;                      ///< [m][6][14][14][b]: 0 … 3
  std::vector<uint8_t> winners2_;                      ///< [m][b][25][16]
  Activations features_;                               ///< [m][b][400]
  Activations feature_delta_;
};

}  // namespace gbho::inline internal
