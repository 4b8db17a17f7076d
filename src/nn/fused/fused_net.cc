#include "nn/fused/fused_net.h"

#include <algorithm>
#include <numeric>

namespace gbho::inline internal {
namespace {

// Swaps the two factors of a dense layer's inputs: [C, out, a·b] → [C, out, b·a].
torch::Tensor reorder_inputs(const torch::Tensor& weight, int64_t a, int64_t b) {
  return weight.reshape({weight.size(0), weight.size(1), a, b}).transpose(2, 3).flatten(2);
}

}  // namespace

FusedNet::FusedNet(const NetworkPlan& plan, int64_t members, const KernelTable& kernels)
    : kernels_(kernels), plan_(plan), members_(members), sources_(kBlock) {
  const bool has_front = plan.lenet_channels > 0;
  if (has_front) {
    front_ = std::make_unique<LeNetFront>(kernels, members, plan.lenet_channels, plan.lenet_padding, kBlock);
  } else {
    ldx_ = (plan.widths[0] + 15) / 16 * 16;
    own_.x = AlignedBuffer(kBlock * ldx_);
  }
  for (size_t l = 0; l + 1 < plan.widths.size(); ++l) {
    const bool shared = l == 0 && !has_front;
    layers_.emplace_back(kernels, members, plan.widths[l], plan.widths[l + 1], shared);
    activations_.push_back(layers_.back().make_activations(kBlock));
    deltas_.push_back(layers_.back().make_activations(kBlock));
    all_inputs_.emplace_back(static_cast<size_t>(plan.widths[l]));
    std::iota(all_inputs_.back().begin(), all_inputs_.back().end(), 0);
  }
}

void FusedNet::set_team(Team* team) {
  team_ = team;
  if (team != nullptr && !front_) own_.x = AlignedBuffer(team->size() * kBlock * ldx_);
  if (front_) front_->set_team(team);
  for (DenseLayer& layer : layers_) layer.set_team(team);
}

void FusedNet::load(Slot slot, const Weights& weights) {
  size_t p = 0;
  if (front_) {
    front_->load(slot, weights);
    p = LeNetFront::kParameters;
  }
  for (size_t l = 0; l < layers_.size(); ++l, p += 2) {
    // The front's features come in the order [y][x][map]; LibTorch's are [map][y][x].
    const bool reorder = l == 0 && front_;
    layers_[l].load(slot, reorder ? reorder_inputs(weights[p], 16, 25) : weights[p], weights[p + 1]);
  }
}

Weights FusedNet::store(Slot slot) const {
  Weights weights;
  if (front_) weights = front_->store(slot);
  for (size_t l = 0; l < layers_.size(); ++l) {
    torch::Tensor weight;
    torch::Tensor bias;
    layers_[l].store(slot, weight, bias);
    if (l == 0 && front_) weight = reorder_inputs(weight, 25, 16);
    weights.push_back(weight);
    weights.push_back(bias);
  }
  return weights;
}

void FusedNet::set_penalty(size_t parameter, const torch::Tensor& l2, const torch::Tensor& l1) {
  const size_t front_parameters = front_ ? LeNetFront::kParameters : 0;
  if (parameter < front_parameters) {
    front_->set_penalty(parameter, l2, l1);
    return;
  }
  const size_t layer = (parameter - front_parameters) / 2;
  // In the order of the front's features, as the weights are.
  const auto reordered = [&](const torch::Tensor& strength) {
    const bool differs = layer == 0 && front_ && strength.defined() && strength.size(2) > 1;
    return differs ? reorder_inputs(strength, 16, 25) : strength;
  };
  layers_[layer].set_penalty(reordered(l2), reordered(l1));
}

void FusedNet::set_step(const StepSettings& settings) {
  if (front_) front_->set_step(settings);
  for (DenseLayer& layer : layers_) layer.set_step(settings);
}

void FusedNet::gather(const std::vector<BlockPart>& parts) {
  gather_into(parts, own_);
  block_ = &own_;
}

GatheredBlock FusedNet::gathered(const std::vector<BlockPart>& parts) {
  GatheredBlock block;
  int64_t size = 0;
  for (const BlockPart& part : parts) size += part.count;
  block.x = AlignedBuffer(size * ldx_);
  gather_into(parts, block);
  block.sparse = SparseBlock(block.x.data(), ldx_, block.size, block.active);
  if (!block.sparse.empty()) block.x = AlignedBuffer();
  return block;
}

void FusedNet::gather_into(const std::vector<BlockPart>& parts, GatheredBlock& block) {
  const int64_t columns = front_ ? front_->image_size() : plan_.widths[0];
  block.size = 0;
  block.labels.resize(kBlock);
  for (const BlockPart& part : parts) {
    for (int64_t r = 0; r < part.count; ++r, ++block.size) {
      block.labels[static_cast<size_t>(block.size)] = part.y[part.rows[r]];
      sources_[static_cast<size_t>(block.size)] = part.x + part.rows[r] * columns;
    }
  }
  if (front_) {
    front_->gather(sources_.data(), block.size);
    return;
  }
  active_bits_.assign(static_cast<size_t>((columns + 63) / 64), 0);
  for (const BlockPart& part : parts) {
    if (part.mask == nullptr) {
      active_bits_.assign(active_bits_.size(), ~uint64_t{0});
    } else {
      part.mask->add(part.rows, part.count, active_bits_);
    }
  }
  split_columns(active_bits_, columns, block.active, block.inactive);
  find_runs(block.active, active_runs_);
  // Every thread of a team keeps its own copy: fetching it from another core's cache would take longer.
  if (team_ == nullptr) {
    copy_active(0, block);
  } else {
    team_->run([&](int rank) { copy_active(rank, block); });
  }
}

void FusedNet::copy_active(int rank, GatheredBlock& block) const {
  float* target = block.x.data() + rank * kBlock * ldx_;
  for (int64_t b = 0; b < block.size; ++b, target += ldx_) {
    const float* source = sources_[static_cast<size_t>(b)];
    float* next = target;
    for (const ColumnRun& run : active_runs_) next = std::copy_n(source + run.first, run.count, next);
  }
}

LayerInput FusedNet::layer_input(size_t layer) const {
  if (layer > 0) {
    const Activations& below = activations_[layer - 1];
    return {below.data.data(), below.ld, below.member_stride, &all_inputs_[layer], nullptr};
  }
  if (front_) {
    const Activations& below = front_->features();
    return {below.data.data(), below.ld, below.member_stride, &all_inputs_[0], nullptr};
  }
  return {block_->x.data(),
          ldx_,
          0,
          &block_->active,
          &block_->inactive,
          kBlock * ldx_,
          block_->sparse.empty() ? nullptr : &block_->sparse};
}

void FusedNet::forward() {
  if (front_) front_->forward();
  for (size_t l = 0; l < layers_.size(); ++l) {
    const bool relu = l + 1 < layers_.size();
    layers_[l].forward(layer_input(l), block_->size, relu, activations_[l]);
  }
}

void FusedNet::losses(const float* weights, float* loss, int32_t* correct) {
  const Activations& z = activations_.back();
  Activations& delta = deltas_.back();
  for (int64_t m = 0; m < members_; ++m) {
    kernels_.softmax({z.of(m), z.ld, block_->size, plan_.widths.back(), block_->labels.data(),
                      weights != nullptr ? weights + m * block_->size : nullptr, delta.of(m), delta.ld,
                      loss + m * block_->size, correct != nullptr ? correct + m * block_->size : nullptr});
  }
}

void FusedNet::backward(bool step) {
  for (size_t l = layers_.size(); l-- > 0;) {
    // The input's delta first: it needs the weights from before the step.
    if (l > 0) {
      layers_[l].backward_input(deltas_[l], block_->size, &activations_[l - 1], deltas_[l - 1]);
    } else if (front_) {
      layers_[0].backward_input(deltas_[0], block_->size, nullptr, front_->feature_delta());
    }
    if (step) {
      layers_[l].step(layer_input(l), deltas_[l], block_->size);
    } else {
      layers_[l].accumulate(layer_input(l), deltas_[l], block_->size);
    }
  }
  if (front_) front_->backward();
}

void FusedNet::step() {
  if (front_) front_->zero_gradient();
  backward(true);
  if (front_) front_->step_from_gradient();
}

void FusedNet::accumulate() {
  backward(false);
}

void FusedNet::zero_gradient() {
  if (front_) front_->zero_gradient();
  for (DenseLayer& layer : layers_) layer.zero_gradient();
}

void FusedNet::complete_gradient() {
  if (front_) front_->complete_gradient();
  for (DenseLayer& layer : layers_) layer.complete_gradient();
}

void FusedNet::step_from_gradient() {
  if (front_) front_->step_from_gradient();
  for (DenseLayer& layer : layers_) layer.step_from_gradient();
}

void FusedNet::add_gradient(const FusedNet& other) {
  for (size_t l = 0; l < layers_.size(); ++l) layers_[l].add_gradient(other.layers_[l]);
}

void FusedNet::copy_weights(const FusedNet& other) {
  for (size_t l = 0; l < layers_.size(); ++l) layers_[l].copy_weights(other.layers_[l]);
}

bool can_fuse(const Model& model, const std::string& device) {
  return device == "cpu" && model.plan().has_value();
}

}  // namespace gbho::inline internal
