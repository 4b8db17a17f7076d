#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "nn/fused/fused_net.h"
#include "train/engine.h"
#include "train/member_noise.h"
#include "train/validation_rows.h"
#include "train/worker_pool.h"

// Symbols: C members, B examples of a batch, a_i example weights, ε the two-sided term. Example i of a batch
// enters the backward pass with weight a_i/B, a validation example with ε/B_val: one pass serves both.

namespace gbho::inline internal {
namespace {

torch::Tensor as_floats(const torch::Tensor& tensor) {
  return tensor.to(torch::kCPU, torch::kFloat32).contiguous();
}

// A large batch is cut into so many parts, whatever the number of threads: sums do not depend on it.
constexpr int64_t kLanes = 8;

// Numbers of the training part up to which its blocks are kept as the kernels read them: 512 MiB.
constexpr int64_t kMostKept = int64_t{1} << 27;

/// One part of a batch at a time: networks, and what belongs to their block of examples.
struct Lane {
  Lane(const NetworkPlan& plan, int64_t members, bool own_inputs)
      : net(plan, members, kernels(), own_inputs) {}

  FusedNet net;
  std::vector<float> weights;
  std::vector<float> loss;
  std::vector<BlockPart> parts;
  std::vector<GatheredBlock> blocks;  ///< of a batch of everything, which is always the same
  std::vector<double> sum;            ///< [C]: losses of training examples
  std::vector<double> upper;          ///< [C]: of validation examples
};

class FusedEngine : public Engine {
 public:
  explicit FusedEngine(const EngineSpec& spec) : spec_(spec), members_(spec.members()) {
    spec_.train.x = as_floats(spec.train.x);
    spec_.train.y = labels_for_kernels(spec.train.y);
    for (int64_t l = 0; l < (spec.pool != nullptr ? kLanes : 1); ++l) {
      lanes_.push_back(std::make_unique<Lane>(*spec.model->plan(), members_, own_inputs()));
    }
    net_ = &lanes_.front()->net;
    if (!spec.validation.empty() && spec.direction.empty()) {
      spec_.validation.x = as_floats(spec.validation.x);
      spec_.validation.y = labels_for_kernels(spec.validation.y);
      validation_mask_ = InputMask(spec_.validation.x);
    }
    net_->set_team(spec.team.get());
    set_lambda(spec.lambda, spec.example_weights);
    if (!spec.direction.empty()) set_upper(spec.epsilon, spec.direction);
    if (spec.keep_losses) losses_ = torch::zeros({members_, spec_.train.size()}, torch::kFloat32);
  }

  void set_lambda(const torch::Tensor& lambda, const torch::Tensor& example_weights) override {
    spec_.lambda = lambda;
    set_penalties();
    for (const std::unique_ptr<Lane>& lane : lanes_) lane->net.set_noise(noise_at(spec_.terms, lambda));
    if (!example_weights.defined()) return;
    const torch::Tensor weights = as_floats(example_weights);
    spec_.example_weights =
        weights.dim() == 1 ? weights.unsqueeze(0).expand({members_, -1}).contiguous() : weights;
  }

  // ε·g enters every gradient.
  void set_upper(const std::vector<double>& epsilon, const Weights& direction) override {
    spec_.epsilon = epsilon;
    spec_.direction = direction;
    if (epsilon.empty() || direction.empty()) return;
    Weights scaled;
    const torch::Tensor factors = torch::tensor(epsilon, torch::kFloat32);
    for (const torch::Tensor& tensor : direction) {
      std::vector<int64_t> shape(static_cast<size_t>(tensor.dim()), 1);
      shape[0] = members_;
      scaled.push_back(as_floats(tensor) * factors.view(shape));
    }
    net_->load(DenseLayer::kLinear, scaled);
  }

  torch::Tensor example_losses() const override { return losses_; }

  std::string name() const override { return std::string("fused/") + kernels().name; }

  void load(const TrainState& state) override {
    net_->load(DenseLayer::kWeights, state.weights);
    hand_out_weights();
    moments_ = state.moments.size();
    if (moments_ > 0) net_->load(DenseLayer::kFirst, state.moments[0]);
    if (moments_ > 1) net_->load(DenseLayer::kSecond, state.moments[1]);
  }

  TrainState store() const override {
    TrainState state;
    state.weights = net_->store(DenseLayer::kWeights);
    if (moments_ > 0) state.moments.push_back(net_->store(DenseLayer::kFirst));
    if (moments_ > 1) state.moments.push_back(net_->store(DenseLayer::kSecond));
    return state;
  }

  std::vector<double> run_epoch(const EpochPlan& plan) override {
    StepSettings settings = step_settings(plan);
    net_->set_step(settings);
    if (spec_.terms.are_noisy()) set_noise_key(plan.noise);
    std::vector<double> loss(static_cast<size_t>(members_), 0.0);
    int64_t validation_position = 0;
    std::vector<int64_t> validation_rows;
    for (int64_t step = 0; step < plan.batches.steps(); ++step) {
      const int64_t first = plan.batches.first(step);
      const int64_t size = plan.batches.size(step);
      if (plan.validation_order != nullptr && has_validation_term()) {
        validation_rows = next_validation_rows(*plan.validation_order, size, validation_position);
      }
      if (is_adam(settings.mode)) {
        set_corrections(plan, plan.steps_before + step + 1, settings);
        net_->set_step(settings);
      }
      train_batch(plan.order->data() + first, size, validation_rows, loss);
    }
    for (double& value : loss) value /= static_cast<double>(plan.order->size());
    set_noise_key({});
    return loss;
  }

  Objective objective() override {
    std::vector<int64_t> rows(static_cast<size_t>(spec_.train.size()));
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int64_t>(i);
    std::vector<int64_t> validation_rows;
    if (has_validation_term()) {
      validation_rows.resize(static_cast<size_t>(spec_.validation.size()));
      for (size_t i = 0; i < validation_rows.size(); ++i) validation_rows[i] = static_cast<int64_t>(i);
    }
    accumulate(rows.data(), static_cast<int64_t>(rows.size()), validation_rows);
    net_->complete_gradient();
    const std::vector<double>& loss = lanes_.front()->sum;
    const std::vector<double>& upper = lanes_.front()->upper;

    Objective result;
    const Weights weights = net_->store(DenseLayer::kWeights);
    const torch::Tensor penalty = spec_.penalty.value(spec_.lambda, weights);
    for (int64_t m = 0; m < members_; ++m) {
      const double mean = loss[static_cast<size_t>(m)] / static_cast<double>(rows.size());
      result.data_loss.push_back(mean);
      result.value.push_back(mean + penalty[m].item<double>() + upper_value(m, upper, weights));
    }
    result.gradient = net_->store(DenseLayer::kGradient);
    return result;
  }

 private:
  // A batch of everything comes in the order of the data, every time.
  bool keeps_blocks() const { return spec_.train.x.numel() <= kMostKept && !own_inputs(); }

  // Noise on the inputs is scaled by each member's own deviation.
  bool own_inputs() const { return spec_.terms.input_noise >= 0; }

  void set_noise_key(std::optional<uint64_t> key) {
    for (const std::unique_ptr<Lane>& lane : lanes_) lane->net.set_noise_key(key);
  }

  bool has_validation_term() const {
    return spec_.direction.empty() && std::any_of(spec_.epsilon.begin(), spec_.epsilon.end(),
                                                  [](double epsilon) { return epsilon != 0; });
  }

  void set_penalties() {
    for (size_t p = 0; p < spec_.model->parameters().size(); ++p) {
      if (spec_.model->parameters()[p].bias) continue;
      const PenaltyStrength strength = spec_.penalty.strength(spec_.lambda, p);
      net_->set_penalty(p, strength.l2, strength.l1);
    }
  }

  double upper_value(int64_t m, const std::vector<double>& upper, const Weights& weights) const {
    if (spec_.epsilon.empty()) return 0;
    const double epsilon = spec_.epsilon[static_cast<size_t>(m)];
    if (epsilon == 0) return 0;
    if (has_validation_term()) {
      return epsilon * upper[static_cast<size_t>(m)] / static_cast<double>(spec_.validation.size());
    }
    double product = 0;
    for (size_t p = 0; p < weights.size(); ++p) {
      product += (weights[p][m] * spec_.direction[p][m]).sum().item<double>();
    }
    return epsilon * product;
  }

  StepSettings step_settings(const EpochPlan& plan) const {
    StepSettings settings;
    settings.mode = spec_.options.nesterov ? UpdateMode::kNesterov : UpdateMode::kSgd;
    if (spec_.options.optimizer == "adam") {
      settings.mode = spec_.options.decay == "decoupled" ? UpdateMode::kAdamDecoupled : UpdateMode::kAdam;
    }
    settings.rate.assign(plan.learning_rate.begin(), plan.learning_rate.end());
    settings.momentum.assign(plan.momentum.begin(), plan.momentum.end());
    settings.beta2 = static_cast<float>(spec_.options.beta2);
    settings.epsilon = static_cast<float>(spec_.options.adam_epsilon);
    settings.clip_norm = static_cast<float>(spec_.options.clip_norm);
    return settings;
  }

  void set_corrections(const EpochPlan& plan, int64_t step, StepSettings& settings) const {
    const auto steps = static_cast<double>(step);
    settings.correction1.clear();
    for (const double beta1 : plan.momentum) {
      settings.correction1.push_back(static_cast<float>(1.0 / (1.0 - std::pow(beta1, steps))));
    }
    settings.correction2 = static_cast<float>(1.0 / (1.0 - std::pow(spec_.options.beta2, steps)));
  }

  BlockPart train_part(const int64_t* rows, int64_t count) const {
    BlockPart part = block_part(spec_.train.x, spec_.train.y, spec_.mask.get(), rows, count);
    part.training = true;
    return part;
  }

  BlockPart validation_part(const int64_t* rows, int64_t count) const {
    return block_part(spec_.validation.x, spec_.validation.y, &validation_mask_, rows, count);
  }

  // Weights of the block's examples in the backward pass, [C, block]: training examples first.
  void set_weights(const int64_t* rows, int64_t count, int64_t validation_count, int64_t batch,
                   int64_t validation_batch, Lane& lane) const {
    const int64_t block = count + validation_count;
    lane.weights.resize(static_cast<size_t>(members_ * block));
    lane.loss.resize(static_cast<size_t>(members_ * block));
    const float share = 1.0F / static_cast<float>(batch);
    for (int64_t m = 0; m < members_; ++m) {
      float* own = lane.weights.data() + m * block;
      std::fill(own, own + count, share);
      if (spec_.example_weights.defined()) {
        const float* factors = spec_.example_weights.data_ptr<float>() + m * spec_.train.size();
        for (int64_t i = 0; i < count; ++i) own[i] *= factors[rows[i]];
      }
      if (validation_count > 0) {
        const double epsilon = spec_.epsilon[static_cast<size_t>(m)];
        std::fill(own + count, own + block,
                  static_cast<float>(epsilon / static_cast<double>(validation_batch)));
      }
    }
  }

  // Adds the (weighted) losses of the block's training and validation examples, not divided by anything.
  void add_losses(const int64_t* rows, int64_t count, Lane& lane) {
    const int64_t block = lane.net.block();
    const float* factors =
        spec_.example_weights.defined() ? spec_.example_weights.data_ptr<float>() : nullptr;
    for (int64_t m = 0; m < members_; ++m) {
      const float* own = lane.loss.data() + m * block;
      double sum = 0;
      for (int64_t i = 0; i < count; ++i) {
        sum += factors != nullptr ? static_cast<double>(own[i]) * factors[m * spec_.train.size() + rows[i]]
                                  : own[i];
      }
      lane.sum[static_cast<size_t>(m)] += sum;
      for (int64_t i = count; i < block; ++i) lane.upper[static_cast<size_t>(m)] += own[i];
      if (!losses_.defined()) continue;
      auto* kept = losses_.data_ptr<float>() + m * spec_.train.size();
      for (int64_t i = 0; i < count; ++i) kept[rows[i]] = own[i];
    }
  }

  void clear(Lane& lane) const {
    lane.sum.assign(static_cast<size_t>(members_), 0.0);
    lane.upper.assign(static_cast<size_t>(members_), 0.0);
  }

  void train_batch(const int64_t* rows, int64_t count, const std::vector<int64_t>& validation_rows,
                   std::vector<double>& loss) {
    const auto validation_count = static_cast<int64_t>(validation_rows.size());
    Lane& lane = *lanes_.front();
    if (count + validation_count <= FusedNet::kBlock && spec_.options.clip_norm == 0) {
      clear(lane);
      set_weights(rows, count, validation_count, count, validation_count, lane);
      run_block(rows, count, validation_rows.data(), validation_count, lane);
      add_losses(rows, count, lane);
      net_->step();
    } else {
      accumulate(rows, count, validation_rows);
      net_->step_from_gradient();
      hand_out_weights();
    }
    for (size_t m = 0; m < loss.size(); ++m) loss[m] += lane.sum[m];
  }

  void run_block(const int64_t* rows, int64_t count, const int64_t* validation_rows, int64_t validation_count,
                 Lane& lane) const {
    gather(rows, count, validation_rows, validation_count, lane);
    run_gathered(lane);
  }

  static void run_gathered(Lane& lane) {
    lane.net.forward();
    lane.net.losses(lane.weights.data(), lane.loss.data(), nullptr);
  }

  void gather(const int64_t* rows, int64_t count, const int64_t* validation_rows, int64_t validation_count,
              Lane& lane) const {
    lane.parts.clear();
    if (count > 0) lane.parts.push_back(train_part(rows, count));
    if (validation_count > 0) lane.parts.push_back(validation_part(validation_rows, validation_count));
    lane.net.gather(lane.parts);
  }

  // From the first lane to the others.
  void hand_out_weights() {
    for (size_t l = 1; l < lanes_.size(); ++l) lanes_[l]->net.copy_weights(*net_);
  }

  // The data gradient of a batch of any size and the sums of its losses, in the first lane.
  void accumulate(const int64_t* rows, int64_t count, const std::vector<int64_t>& validation_rows) {
    if (lanes_.size() == 1) {
      accumulate_blocks(rows, count, validation_rows, 0, 1);
      return;
    }
    const auto parts = static_cast<int64_t>(lanes_.size());
    spec_.pool->run(parts,
                    [&](int64_t part) { accumulate_blocks(rows, count, validation_rows, part, parts); });
    Lane& whole = *lanes_.front();
    for (size_t l = 1; l < lanes_.size(); ++l) {
      net_->add_gradient(lanes_[l]->net);
      for (size_t m = 0; m < whole.sum.size(); ++m) {
        whole.sum[m] += lanes_[l]->sum[m];
        whole.upper[m] += lanes_[l]->upper[m];
      }
    }
  }

  // One part of the batch, block by block.
  void accumulate_blocks(const int64_t* rows, int64_t count, const std::vector<int64_t>& validation_rows,
                         int64_t part, int64_t parts) {
    Lane& lane = *lanes_[static_cast<size_t>(part)];
    const auto validation_count = static_cast<int64_t>(validation_rows.size());
    clear(lane);
    lane.net.zero_gradient();
    const int64_t end = (part + 1) * count / parts;
    const bool whole = parts > 1 && count == spec_.train.size() && keeps_blocks();
    size_t block = 0;
    for (int64_t first = part * count / parts; first < end; first += FusedNet::kBlock, ++block) {
      const int64_t size = std::min(FusedNet::kBlock, end - first);
      set_weights(rows + first, size, 0, count, validation_count, lane);
      if (whole) {
        if (block == lane.blocks.size())
          lane.blocks.push_back(lane.net.gathered({train_part(rows + first, size)}));
        lane.net.take(lane.blocks[block]);
        run_gathered(lane);
      } else {
        run_block(rows + first, size, nullptr, 0, lane);
      }
      add_losses(rows + first, size, lane);
      lane.net.accumulate();
    }
    const int64_t validation_end = (part + 1) * validation_count / parts;
    for (int64_t first = part * validation_count / parts; first < validation_end; first += FusedNet::kBlock) {
      const int64_t size = std::min(FusedNet::kBlock, validation_end - first);
      set_weights(nullptr, 0, size, count, validation_count, lane);
      run_block(nullptr, 0, validation_rows.data() + first, size, lane);
      add_losses(nullptr, 0, lane);
      lane.net.accumulate();
    }
  }

  EngineSpec spec_;
  std::vector<std::unique_ptr<Lane>>
      lanes_;                ///< the first has the optimizer's state; the others, weights alone
  FusedNet* net_ = nullptr;  ///< of the first
  int64_t members_;
  size_t moments_ = 0;
  InputMask validation_mask_;
  torch::Tensor losses_;  ///< [C, N]; undefined: not kept
};

}  // namespace

std::unique_ptr<Engine> make_fused_engine(const EngineSpec& spec) {
  return std::make_unique<FusedEngine>(spec);
}

}  // namespace gbho::inline internal
