#include "nn/fused/lenet_front.h"

#include <algorithm>

#include "nn/fused/columns.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kImageSide = LeNetShape::kSide;
constexpr int64_t kPixels = kImageSide * kImageSide;
constexpr int64_t kLaneGroup = 16;  // examples in the lanes of a vector, at most

// conv2's weights lie as [ky][kx][6][16]; LibTorch has [16][6][ky][kx].
int64_t conv2_place(int64_t index) {
  const int64_t kx = index % 5;
  const int64_t ky = index / 5 % 5;
  const int64_t c = index / 25 % 6;
  const int64_t o = index / 150;
  return ((ky * 5 + kx) * 6 + c) * 16 + o;
}

}  // namespace

LeNetFront::LeNetFront(const KernelTable& kernels, int64_t members, int64_t channels, int64_t padding,
                       int64_t block)
    : kernels_(kernels),
      members_(members),
      channels_(channels),
      padding_(padding),
      block_(round_up(block, 16)) {
  parameters_[0] = FlatParameter(kernels, members, 6 * channels * 25, true);
  parameters_[1] = FlatParameter(kernels, members, 6, false);
  parameters_[2] = FlatParameter(kernels, members, 16 * 150, true);
  parameters_[3] = FlatParameter(kernels, members, 16, false);
  // A patch's last row is read in full vectors: the margin keeps that inside the buffer.
  constexpr int64_t kMargin = 64;
  images_ = AlignedBuffer(block_ * channels * kPixels + kMargin);
  lanes_ = AlignedBuffer(block_ * channels * kPixels);
  pooled_ = AlignedBuffer(members * block_ * LeNetShape::kImage1 + kMargin);
  pooled_delta_ = AlignedBuffer(block_ * LeNetShape::kDelta1 + kMargin);
  winners1_.resize(static_cast<size_t>(members * block_ * LeNetShape::kImage1));
  winners2_.resize(static_cast<size_t>(members * block_ * LeNetShape::kImage2));
  for (Activations* values : {&features_, &feature_delta_}) {
    values->ld = kFeatures;
    values->member_stride = block_ * kFeatures;
    values->data = AlignedBuffer(members * values->member_stride);
  }
}

void LeNetFront::load(Slot slot, const Weights& weights) {
  for (size_t p = 0; p < kParameters; ++p) {
    const torch::Tensor tensor = weights[p].contiguous();
    const int64_t size = tensor.numel() / members_;
    for (int64_t m = 0; m < members_; ++m) {
      const float* from = tensor.data_ptr<float>() + m * size;
      float* to = parameters_[p].of(slot, m);
      for (int64_t i = 0; i < size; ++i) to[p == 2 ? conv2_place(i) : i] = from[i];
    }
  }
}

Weights LeNetFront::store(Slot slot) const {
  Weights weights = {torch::empty({members_, 6, channels_, 5, 5}), torch::empty({members_, 6}),
                     torch::empty({members_, 16, 6, 5, 5}), torch::empty({members_, 16})};
  for (size_t p = 0; p < kParameters; ++p) {
    const int64_t size = weights[p].numel() / members_;
    for (int64_t m = 0; m < members_; ++m) {
      auto* to = weights[p].data_ptr<float>() + m * size;
      const float* from = parameters_[p].of(slot, m);
      for (int64_t i = 0; i < size; ++i) to[i] = from[p == 2 ? conv2_place(i) : i];
    }
  }
  return weights;
}

void LeNetFront::set_penalty(size_t parameter, const torch::Tensor& l2, const torch::Tensor& l1) {
  parameters_[parameter].set_penalty(l2, l1);
}

void LeNetFront::set_step(const StepSettings& settings) {
  for (FlatParameter& parameter : parameters_) parameter.set_step(settings);
}

void LeNetFront::together(const std::function<void(int rank, int size)>& piece) const {
  if (team_ == nullptr) {
    piece(0, 1);
  } else {
    team_->run([&](int rank) { piece(rank, team_->size()); });
  }
}

void LeNetFront::gather(const float* const* sources, int64_t batch) {
  batch_ = batch;
  together([&](int rank, int size) {
    const Share groups = share_of(round_up(batch_, kLaneGroup) / kLaneGroup, rank, size);
    const int64_t first = groups.first * kLaneGroup;
    const int64_t last = std::min(groups.last * kLaneGroup, batch_);
    for (int64_t b = first; b < last; ++b) copy_image(sources[b], b);
    fill_lanes(first, last);
  });
}

// [channel][y][x] → [y][x][channel], with padding around.
void LeNetFront::copy_image(const float* source, int64_t b) {
  const int64_t side = kImageSide - 2 * padding_;
  float* image = images_.data() + b * channels_ * kPixels;
  for (int64_t c = 0; c < channels_; ++c) {
    for (int64_t y = 0; y < side; ++y) {
      float* target = image + ((y + padding_) * kImageSide + padding_) * channels_ + c;
      for (int64_t i = 0; i < side; ++i) target[i * channels_] = source[(c * side + y) * side + i];
    }
  }
}

void LeNetFront::fill_lanes(int64_t first, int64_t last) {
  const int64_t ldb = round_up(batch_, kLaneGroup);
  constexpr int64_t kStrip = 16;  // pixels at a time, so that reads and writes both use whole cache lines
  for (int64_t pixel = 0; pixel < kPixels; pixel += kStrip) {
    for (int64_t b = first; b < last; ++b) {
      const float* source = images_.data() + (b * kPixels + pixel) * channels_;
      for (int64_t p = 0; p < kStrip; ++p) {
        for (int64_t c = 0; c < channels_; ++c) {
          lanes_.data()[(c * kPixels + pixel + p) * ldb + b] = source[p * channels_ + c];
        }
      }
    }
  }
}

void LeNetFront::forward() {
  const int64_t ldb = round_up(batch_, kLaneGroup);
  for (int64_t m = 0; m < members_; ++m) {
    together([&](int rank, int size) {
      const Share groups = share_of(ldb / kLaneGroup, rank, size);
      const int64_t first = groups.first * kLaneGroup;
      const int64_t count = std::min(groups.last * kLaneGroup, batch_) - first;
      if (count <= 0) return;
      float* pooled = pooled_.data() + (m * block_ + first) * LeNetShape::kImage1;
      kernels_.conv1_forward({lanes_.data() + first, ldb, count, channels_,
                              parameters_[0].of(DenseLayer::kWeights, m),
                              parameters_[1].of(DenseLayer::kWeights, m), pooled,
                              winners1_.data() + m * block_ * LeNetShape::kImage1 + first});
      kernels_.conv2_forward({pooled, count, parameters_[2].of(DenseLayer::kWeights, m),
                              parameters_[3].of(DenseLayer::kWeights, m),
                              features_.of(m) + first * features_.ld, features_.ld,
                              winners2_.data() + (m * block_ + first) * LeNetShape::kImage2});
    });
  }
}

// Threads share out maps for the weights' gradients and examples for the input's, so that every sum is one
// thread's and the result does not depend on their number.
void LeNetFront::backward() {
  const int64_t ldb = round_up(batch_, kLaneGroup);
  for (int64_t m = 0; m < members_; ++m) {
    const float* pooled = pooled_.data() + m * block_ * LeNetShape::kImage1;
    const Conv2BackwardArgs conv2 = {pooled,
                                     batch_,
                                     parameters_[2].of(DenseLayer::kWeights, m),
                                     features_.of(m),
                                     features_.ld,
                                     feature_delta_.of(m),
                                     feature_delta_.ld,
                                     winners2_.data() + m * block_ * LeNetShape::kImage2,
                                     parameters_[2].of(DenseLayer::kGradient, m),
                                     parameters_[3].of(DenseLayer::kGradient, m),
                                     pooled_delta_.data()};
    together([&](int rank, int size) {
      Conv2BackwardArgs own = conv2;
      const Share maps = share_of(LeNetShape::kMaps2, rank, size);
      const Share examples = share_of(batch_, rank, size);
      own.first_map = maps.first;
      own.last_map = maps.last;
      own.first_example = examples.first;
      own.last_example = examples.last;
      kernels_.conv2_backward(own);
    });
    const Conv1BackwardArgs conv1 = {images_.data(),
                                     ldb,
                                     batch_,
                                     channels_,
                                     pooled_delta_.data(),
                                     winners1_.data() + m * block_ * LeNetShape::kImage1,
                                     parameters_[0].of(DenseLayer::kGradient, m),
                                     parameters_[1].of(DenseLayer::kGradient, m)};
    together([&](int rank, int size) {
      Conv1BackwardArgs own = conv1;
      const Share maps = share_of(LeNetShape::kMaps1, rank, size);
      own.first_map = maps.first;
      own.last_map = maps.last;
      kernels_.conv1_backward(own);
    });
  }
}

void LeNetFront::zero_gradient() {
  for (FlatParameter& parameter : parameters_) parameter.zero_gradient();
}

void LeNetFront::complete_gradient() {
  for (FlatParameter& parameter : parameters_) parameter.complete_gradient();
}

void LeNetFront::step_from_gradient() {
  for (FlatParameter& parameter : parameters_) parameter.step_from_gradient();
}

}  // namespace gbho::inline internal
