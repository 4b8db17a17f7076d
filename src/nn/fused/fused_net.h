#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gbho/nn/model.h"
#include "nn/fused/dense_layer.h"
#include "nn/fused/input_mask.h"
#include "nn/fused/lenet_front.h"
#include "nn/noise.h"

namespace gbho::inline internal {

/// Examples of one part of the data that belong to a block.
struct BlockPart {
  const float* x = nullptr;         ///< all examples of the part
  const int64_t* y = nullptr;       ///< class numbers; null: a regression
  const InputMask* mask = nullptr;  ///< of x; null: take every column
  const int64_t* rows = nullptr;
  int64_t count = 0;
  const float* target = nullptr;  ///< of a regression
  bool training = false;          ///< labels are smoothed and noise is added; such parts come first
};

/// Some rows of a part: x is float32, y int64 or float32, both contiguous and on the CPU.
BlockPart block_part(const torch::Tensor& x, const torch::Tensor& y, const InputMask* mask,
                     const int64_t* rows, int64_t count);
/// y as block_part takes it.
torch::Tensor labels_for_kernels(const torch::Tensor& y);

/// Examples of a block as the first layer reads them. A batch that comes again and again is gathered once.
struct GatheredBlock {
  int64_t size = 0;
  std::vector<int64_t> labels;
  std::vector<float> targets;     ///< of a regression; else empty
  std::vector<int64_t> training;  ///< rows of the training examples, which come first
  AlignedBuffer x;                ///< the active columns only, once for each thread of a team
  std::vector<int32_t> active;
  std::vector<int32_t> inactive;
  SparseBlock sparse;  ///< of blocks that are kept; empty: the dense form is faster
};

/// Several networks of one plan, trained side by side on the same examples with the hand-written kernels.
/// Work goes block by block: gather, forward, losses, then step or accumulate.
class FusedNet {
 public:
  using Slot = DenseLayer::Slot;
  static constexpr int64_t kBlock = 128;  ///< examples of a block at most

  /// `own_inputs`: every member reads inputs of its own, as with noise on them; not for a net with a front.
  FusedNet(const NetworkPlan& plan, int64_t members, const KernelTable& kernels, bool own_inputs = false);
  FusedNet(const FusedNet&) = delete;
  FusedNet& operator=(const FusedNet&) = delete;

  int64_t members() const { return members_; }
  /// Threads to work on this net together; null: the calling thread alone.
  void set_team(Team* team);
  void load(Slot slot, const Weights& weights);
  Weights store(Slot slot) const;
  /// Strengths as in PenaltyStrength, for the parameter with this index.
  void set_penalty(size_t parameter, const torch::Tensor& l2, const torch::Tensor& l1);
  void set_step(const StepSettings& settings);
  /// What λ does to training examples.
  void set_noise(MemberNoise noise) { noise_ = std::move(noise); }
  /// Random numbers for what follows (nn/noise.h); none: no noise. Labels are smoothed in any case.
  void set_noise_key(std::optional<uint64_t> key) { noise_key_ = key; }

  void gather(const std::vector<BlockPart>& parts);
  /// The same for later; not for a net with a front or a team.
  GatheredBlock gathered(const std::vector<BlockPart>& parts);
  /// Goes on with a block that was gathered before; it must outlive its use.
  void take(const GatheredBlock& block) { block_ = &block; }
  void forward();
  /// Cross-entropy or squared error [C, block] of the gathered examples, row by row; `weights` [C, block]
  /// scales each example's gradient and may be null for an evaluation. `correct` may be null; a regression
  /// leaves it.
  void losses(const float* weights, float* loss, int32_t* correct);
  int64_t block() const { return block_->size; }
  /// [block, outputs] of a member, rows `stride` apart.
  const float* outputs(int64_t member, int64_t& stride) const;

  /// Backward pass and step in one; the whole batch is this block.
  void step();
  /// Backward pass that adds to the gradient; a batch of several blocks.
  void accumulate();
  void zero_gradient();
  void complete_gradient();
  void step_from_gradient();
  /// Adds the other's data gradient to this one's; takes over its weights. Not for a net with a front.
  void add_gradient(const FusedNet& other);
  void copy_weights(const FusedNet& other);

 private:
  void gather_into(const std::vector<BlockPart>& parts, GatheredBlock& block);
  void copy_active(int rank, GatheredBlock& block) const;
  void copy_own_inputs(GatheredBlock& block);
  bool drops(size_t layer) const { return noise_key_ && noise_.drops(static_cast<int64_t>(layer)); }
  void drop_outputs(size_t layer);
  void scale_dropped_delta(size_t layer);
  LayerInput layer_input(size_t layer) const;
  void squared_errors(const float* weights, float* loss);
  void backward(bool step);

  const KernelTable& kernels_;
  NetworkPlan plan_;
  int64_t members_;
  bool own_inputs_;
  MemberNoise noise_;
  std::optional<uint64_t> noise_key_;
  std::vector<float> random_;  ///< of a block
  GatheredBlock own_;
  const GatheredBlock* block_ = &own_;
  std::vector<const float*> sources_;  ///< the examples of the block that is being gathered
  Team* team_ = nullptr;
  int64_t ldx_ = 0;
  std::vector<uint64_t> active_bits_;
  std::vector<ColumnRun> active_runs_;
  std::unique_ptr<LeNetFront> front_;
  std::vector<DenseLayer> layers_;
  std::vector<Activations> activations_;  ///< outputs of each dense layer
  std::vector<Activations> deltas_;
  std::vector<std::vector<int32_t>> all_inputs_;
};

}  // namespace gbho::inline internal
