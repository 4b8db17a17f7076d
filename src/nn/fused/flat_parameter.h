#pragma once

#include <cstdint>
#include <vector>

#include "nn/fused/dense_layer.h"

namespace gbho::inline internal {

/// One parameter tensor of each member in a layout of the kernels' choice, with the same updates as a dense
/// layer.
class FlatParameter {
 public:
  using Slot = DenseLayer::Slot;

  FlatParameter() = default;
  FlatParameter(const KernelTable& kernels, int64_t members, int64_t size, bool penalized);

  float* of(Slot slot, int64_t member);
  const float* of(Slot slot, int64_t member) const { return slots_[slot].data() + member * padded_; }
  void set_penalty(const torch::Tensor& l2, const torch::Tensor& l1);
  void set_step(const StepSettings& settings);
  void zero_gradient();
  void complete_gradient(bool with_penalty = true);
  void step_from_gradient();

 private:
  void apply(int64_t member, UpdateMode mode, const float* scale, bool complete, bool with_penalty = true);

  const KernelTable* kernels_ = nullptr;
  int64_t members_ = 0;
  int64_t size_ = 0;
  int64_t padded_ = 0;
  bool penalized_ = false;
  AlignedBuffer slots_[DenseLayer::kSlots];
  PenaltyTable penalty_;
  AlignedBuffer rate_;
  AlignedBuffer momentum_;
  AlignedBuffer correction1_;
  StepSettings settings_;
};

}  // namespace gbho::inline internal
