#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "nn/fused/aligned_buffer.h"
#include "nn/fused/kernels.h"
#include "nn/fused/penalty_table.h"
#include "nn/fused/sparse_block.h"
#include "nn/fused/team.h"

namespace gbho::inline internal {

/// Values of a layer for a block of examples: member m's value j of example b is data[m·member_stride + b·ld
/// + j].
struct Activations {
  AlignedBuffer data;
  int64_t ld = 0;
  int64_t member_stride = 0;

  float* of(int64_t member) { return data.data() + member * member_stride; }
  const float* of(int64_t member) const { return data.data() + member * member_stride; }
};

/// What a layer reads: member m's row b starts at x + m·member_stride + b·ld; column i belongs to input
/// index[i].
struct LayerInput {
  const float* x = nullptr;
  int64_t ld = 0;
  int64_t member_stride = 0;
  const std::vector<int32_t>* index = nullptr;     ///< inputs present
  const std::vector<int32_t>* inactive = nullptr;  ///< inputs that are zero throughout; null: none
  int64_t rank_stride = 0;                         ///< between the copies of a team's threads; 0: one for all
  const SparseBlock* sparse = nullptr;             ///< the same without zeros, where that is faster
};

/// The optimizer's settings of one step, per member.
struct StepSettings {
  UpdateMode mode = UpdateMode::kSgd;
  std::vector<float> rate;
  std::vector<float> momentum;
  std::vector<float> correction1;
  float correction2 = 1;
  float beta2 = 0;
  float epsilon = 0;
  float clip_norm = 0;
};

/// One dense layer of several members. When all of them read the same input they lie side by side in one wide
/// matrix, otherwise each has its own.
class DenseLayer {
 public:
  enum Slot { kWeights, kFirst, kSecond, kLinear, kGradient, kSlots };

  DenseLayer(const KernelTable& kernels, int64_t members, int64_t in, int64_t out, bool shared_input);

  /// Threads to share the columns of this layer out to; null: this thread alone.
  void set_team(Team* team) { team_ = team; }

  int64_t in() const { return in_; }
  int64_t out() const { return out_; }
  Activations make_activations(int64_t block) const;

  /// weight [C, out, in], bias [C, out].
  void load(Slot slot, const torch::Tensor& weight, const torch::Tensor& bias);
  void store(Slot slot, torch::Tensor& weight, torch::Tensor& bias) const;
  /// Strengths as in PenaltyStrength; the gradient of the penalty is 2·l2·β + l1·sign β.
  void set_penalty(const torch::Tensor& l2, const torch::Tensor& l1);
  void set_step(const StepSettings& settings);

  void forward(const LayerInput& input, int64_t batch, bool relu, Activations& out) const;
  /// delta_in = (delta · Wᵀ) where the input was positive. `activations` are this layer's inputs; null: no
  /// mask.
  void backward_input(const Activations& delta, int64_t batch, const Activations* activations,
                      Activations& delta_in);
  /// Gradient and step in one pass.
  void step(const LayerInput& input, const Activations& delta, int64_t batch);
  /// Adds the data gradient to the slot kGradient.
  void accumulate(const LayerInput& input, const Activations& delta, int64_t batch);
  void zero_gradient();
  /// Turns the data gradient of the slot kGradient into the whole one.
  void complete_gradient(bool with_penalty = true);
  /// The step from the data gradient of the slot kGradient.
  void step_from_gradient();
  /// Adds the other's slot kGradient to this one's; copies its weights.
  void add_gradient(const DenseLayer& other);
  void copy_weights(const DenseLayer& other);

 private:
  int64_t matrices() const { return shared_ ? 1 : members_; }
  int64_t column_stride() const { return shared_ ? out_ : shape_.padded; }
  AlignedBuffer& slot(Slot slot);
  float* matrix(Slot slot, int64_t m) {
    return slots_[slot].empty() ? nullptr : slots_[slot].data() + m * stride_;
  }
  int64_t place(int64_t member, int64_t row, int64_t unit) const;
  template <typename Work>
  void over_columns(int64_t padded, const Work& work) const;
  UpdateArgs update_args(int64_t m);
  GradientArgs gradient_args(const LayerInput& input, const Activations& delta, int64_t batch, int64_t m);
  ApplyArgs apply_args(int64_t m, const std::vector<int32_t>& rows, UpdateMode mode, const float* given,
                       const float* scale, bool complete, bool bias_row);
  void clip_scales(int64_t m, bool bias_row, std::vector<float>& scale) const;

  const KernelTable& kernels_;
  int64_t members_;
  int64_t in_;
  int64_t out_;
  bool shared_;
  DenseMatrix shape_;
  int64_t stride_;
  AlignedBuffer slots_[kSlots];
  StepSettings settings_;
  PenaltyTable penalty_;
  Team* team_ = nullptr;
  // Per column of each matrix.
  AlignedBuffer rate_;
  AlignedBuffer momentum_;
  AlignedBuffer correction1_;
  // For backward_input.
  DenseMatrix transposed_shape_;
  AlignedBuffer transposed_;
  std::vector<int32_t> all_rows_;
  std::vector<int32_t> all_outputs_;
  std::vector<int32_t> bias_row_;
};

}  // namespace gbho::inline internal
