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

BlockPart block_part(const torch::Tensor& x, const torch::Tensor& y, const InputMask* mask,
                     const int64_t* rows, int64_t count) {
  BlockPart part{x.data_ptr<float>(), nullptr, mask, rows, count};
  if (y.is_floating_point()) {
    part.target = y.data_ptr<float>();
  } else {
    part.y = y.data_ptr<int64_t>();
  }
  return part;
}

torch::Tensor labels_for_kernels(const torch::Tensor& y) {
  const torch::Tensor own = y.to(torch::kCPU);
  return (y.is_floating_point() ? own.to(torch::kFloat32) : own).contiguous();
}

FusedNet::FusedNet(const NetworkPlan& plan, int64_t members, const KernelTable& kernels, bool own_inputs)
    : kernels_(kernels), plan_(plan), members_(members), own_inputs_(own_inputs), sources_(kBlock) {
  const bool has_front = plan.lenet_channels > 0;
  if (has_front) {
    front_ = std::make_unique<LeNetFront>(kernels, members, plan.lenet_channels, plan.lenet_padding, kBlock);
  } else {
    ldx_ = (plan.widths[0] + 15) / 16 * 16;
    own_.x = AlignedBuffer((own_inputs ? members : 1) * kBlock * ldx_);
  }
  for (size_t l = 0; l + 1 < plan.widths.size(); ++l) {
    const bool shared = l == 0 && !has_front && !own_inputs;
    layers_.emplace_back(kernels, members, plan.widths[l], plan.widths[l + 1], shared);
    activations_.push_back(layers_.back().make_activations(kBlock));
    deltas_.push_back(layers_.back().make_activations(kBlock));
    all_inputs_.emplace_back(static_cast<size_t>(plan.widths[l]));
    std::iota(all_inputs_.back().begin(), all_inputs_.back().end(), 0);
  }
}

void FusedNet::set_team(Team* team) {
  team_ = team;
  if (team != nullptr && !front_ && !own_inputs_) own_.x = AlignedBuffer(team->size() * kBlock * ldx_);
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
  block.targets.resize(!parts.empty() && parts.front().target != nullptr ? kBlock : 0);
  block.training.clear();
  for (const BlockPart& part : parts) {
    if (part.training) block.training.insert(block.training.end(), part.rows, part.rows + part.count);
    for (int64_t r = 0; r < part.count; ++r, ++block.size) {
      if (part.target != nullptr) {
        block.targets[static_cast<size_t>(block.size)] = part.target[part.rows[r]];
      } else {
        block.labels[static_cast<size_t>(block.size)] = part.y[part.rows[r]];
      }
      sources_[static_cast<size_t>(block.size)] = part.x + part.rows[r] * columns;
    }
  }
  if (front_) {
    front_->gather(sources_.data(), block.size);
    return;
  }
  active_bits_.assign(static_cast<size_t>((columns + 63) / 64), 0);
  for (const BlockPart& part : parts) {
    if (part.mask == nullptr || own_inputs_) {
      active_bits_.assign(active_bits_.size(), ~uint64_t{0});
    } else {
      part.mask->add(part.rows, part.count, active_bits_);
    }
  }
  split_columns(active_bits_, columns, block.active, block.inactive);
  if (own_inputs_) {
    copy_own_inputs(block);
    return;
  }
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

// Every input, with the member's own noise.
void FusedNet::copy_own_inputs(GatheredBlock& block) {
  const int64_t columns = plan_.widths[0];
  const bool noisy = noise_key_ && !noise_.input_noise.empty();
  random_.resize(static_cast<size_t>(columns));
  for (int64_t b = 0; b < block.size; ++b) {
    const float* source = sources_[static_cast<size_t>(b)];
    const bool with_noise = noisy && b < static_cast<int64_t>(block.training.size());
    if (with_noise) {
      fill_normals(*noise_key_, block.training[static_cast<size_t>(b)], kInputPlace, columns, random_.data());
    }
    for (int64_t m = 0; m < members_; ++m) {
      float* target = block.x.data() + (m * kBlock + b) * ldx_;
      if (with_noise) {
        kernels_.perturb(
            {source, random_.data(), noise_.input_noise[static_cast<size_t>(m)], target, columns});
      } else {
        std::copy_n(source, columns, target);
      }
    }
  }
}

// All members draw the same numbers; who drops more drops what the others do, and more.
void FusedNet::drop_outputs(size_t layer) {
  const int64_t units = plan_.widths[layer + 1];
  const auto place = output_place(static_cast<int64_t>(layer));
  random_.resize(static_cast<size_t>(units));
  Activations& out = activations_[layer];
  for (size_t b = 0; b < block_->training.size(); ++b) {
    fill_uniforms(*noise_key_, block_->training[b], place, units, random_.data());
    for (int64_t m = 0; m < members_; ++m) {
      const float rate = noise_.dropout[layer][static_cast<size_t>(m)];
      kernels_.drop(
          {out.of(m) + static_cast<int64_t>(b) * out.ld, random_.data(), rate, dropout_scale(rate), units});
    }
  }
}

// The units that were dropped have no delta already: ReLU's mask looks at the outputs after dropout.
void FusedNet::scale_dropped_delta(size_t layer) {
  const int64_t units = plan_.widths[layer + 1];
  Activations& delta = deltas_[layer];
  for (int64_t m = 0; m < members_; ++m) {
    const float rate = noise_.dropout[layer][static_cast<size_t>(m)];
    for (size_t b = 0; b < block_->training.size(); ++b) {
      float* own = delta.of(m) + static_cast<int64_t>(b) * delta.ld;
      kernels_.drop({own, nullptr, rate, dropout_scale(rate), units});
    }
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
  if (own_inputs_) {
    return {block_->x.data(), ldx_, kBlock * ldx_, &block_->active, &block_->inactive};
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
    if (drops(l)) drop_outputs(l);
  }
}

const float* FusedNet::outputs(int64_t member, int64_t& stride) const {
  stride = activations_.back().ld;
  return activations_.back().of(member);
}

void FusedNet::squared_errors(const float* weights, float* loss) {
  const Activations& z = activations_.back();
  Activations& delta = deltas_.back();
  for (int64_t m = 0; m < members_; ++m) {
    kernels_.squared_error({z.of(m), z.ld, block_->size, block_->targets.data(),
                            weights != nullptr ? weights + m * block_->size : nullptr, delta.of(m), delta.ld,
                            loss + m * block_->size});
  }
}

void FusedNet::losses(const float* weights, float* loss, int32_t* correct) {
  if (!block_->targets.empty()) {
    squared_errors(weights, loss);
    return;
  }
  const Activations& z = activations_.back();
  Activations& delta = deltas_.back();
  for (int64_t m = 0; m < members_; ++m) {
    SoftmaxArgs args{z.of(m),
                     z.ld,
                     block_->size,
                     plan_.widths.back(),
                     block_->labels.data(),
                     weights != nullptr ? weights + m * block_->size : nullptr,
                     delta.of(m),
                     delta.ld,
                     loss + m * block_->size,
                     correct != nullptr ? correct + m * block_->size : nullptr};
    if (!noise_.smoothing.empty()) {
      args.smoothing = noise_.smoothing[static_cast<size_t>(m)];
      args.smoothed = static_cast<int64_t>(block_->training.size());
    }
    kernels_.softmax(args);
  }
}

void FusedNet::backward(bool step) {
  for (size_t l = layers_.size(); l-- > 0;) {
    // The input's delta first: it needs the weights from before the step.
    if (l > 0) {
      layers_[l].backward_input(deltas_[l], block_->size, &activations_[l - 1], deltas_[l - 1]);
      if (drops(l - 1)) scale_dropped_delta(l - 1);
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

}  // namespace gbho::inline internal
