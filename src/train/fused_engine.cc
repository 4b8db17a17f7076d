#include <algorithm>
#include <cmath>

#include "nn/fused/fused_net.h"
#include "train/engine.h"
#include "train/validation_rows.h"

// Symbols: C members, B examples of a batch, a_i example weights, ε the two-sided term. Example i of a batch
// enters the backward pass with weight a_i/B, a validation example with ε/B_val: one pass serves both.

namespace gbho {
namespace {

torch::Tensor as_floats(const torch::Tensor& tensor) {
  return tensor.to(torch::kCPU, torch::kFloat32).contiguous();
}

class FusedEngine : public Engine {
 public:
  explicit FusedEngine(const EngineSpec& spec)
      : spec_(spec), net_(*spec.model->plan(), spec.members(), kernels()), members_(spec.members()) {
    spec_.train.x = as_floats(spec.train.x);
    spec_.train.y = spec.train.y.contiguous();
    if (!spec.validation.empty() && spec.direction.empty()) {
      spec_.validation.x = as_floats(spec.validation.x);
      spec_.validation.y = spec.validation.y.contiguous();
      validation_mask_ = InputMask(spec_.validation.x);
    }
    if (spec.example_weights.defined()) {
      const torch::Tensor weights = as_floats(spec.example_weights);
      spec_.example_weights =
          weights.dim() == 1 ? weights.unsqueeze(0).expand({members_, -1}).contiguous() : weights;
    }
    net_.set_team(spec.team.get());
    set_penalties();
    if (!spec.direction.empty() && !spec.epsilon.empty()) set_linear_term();
  }

  std::string name() const override { return std::string("fused/") + kernels().name; }

  void load(const TrainState& state) override {
    net_.load(DenseLayer::kWeights, state.weights);
    moments_ = state.moments.size();
    if (moments_ > 0) net_.load(DenseLayer::kFirst, state.moments[0]);
    if (moments_ > 1) net_.load(DenseLayer::kSecond, state.moments[1]);
  }

  TrainState store() const override {
    TrainState state;
    state.weights = net_.store(DenseLayer::kWeights);
    if (moments_ > 0) state.moments.push_back(net_.store(DenseLayer::kFirst));
    if (moments_ > 1) state.moments.push_back(net_.store(DenseLayer::kSecond));
    return state;
  }

  std::vector<double> run_epoch(const EpochPlan& plan) override {
    StepSettings settings = step_settings(plan);
    net_.set_step(settings);
    std::vector<double> loss(static_cast<size_t>(members_), 0.0);
    const auto count = static_cast<int64_t>(plan.order->size());
    int64_t validation_position = 0;
    std::vector<int64_t> validation_rows;
    for (int64_t step = 0; step < plan.steps(); ++step) {
      const int64_t first = step * plan.batch;
      const int64_t size = std::min(plan.batch, count - first);
      if (plan.validation_order != nullptr) {
        validation_rows = next_validation_rows(*plan.validation_order, size, validation_position);
      }
      if (settings.mode == UpdateMode::kAdam) {
        set_corrections(plan, plan.steps_before + step + 1, settings);
        net_.set_step(settings);
      }
      train_batch(plan.order->data() + first, size, validation_rows, loss);
    }
    for (double& value : loss) value /= static_cast<double>(count);
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
    std::vector<double> loss(static_cast<size_t>(members_), 0.0);
    std::vector<double> upper(static_cast<size_t>(members_), 0.0);
    net_.zero_gradient();
    accumulate(rows.data(), static_cast<int64_t>(rows.size()), validation_rows, loss, upper);
    net_.complete_gradient();

    Objective result;
    const Weights weights = net_.store(DenseLayer::kWeights);
    const torch::Tensor penalty = spec_.penalty.value(spec_.lambda, weights);
    for (int64_t m = 0; m < members_; ++m) {
      const double mean = loss[static_cast<size_t>(m)] / static_cast<double>(rows.size());
      result.data_loss.push_back(mean);
      result.value.push_back(mean + penalty[m].item<double>() + upper_value(m, upper, weights));
    }
    result.gradient = net_.store(DenseLayer::kGradient);
    return result;
  }

 private:
  bool has_validation_term() const { return !spec_.epsilon.empty() && spec_.direction.empty(); }

  void set_penalties() {
    for (size_t p = 0; p < spec_.model->parameters().size(); ++p) {
      if (spec_.model->parameters()[p].bias) continue;
      const PenaltyStrength strength = spec_.penalty.strength(spec_.lambda, p);
      net_.set_penalty(p, to_floats(strength.l2), to_floats(strength.l1));
    }
  }

  static std::vector<float> to_floats(const torch::Tensor& values) {
    if (!values.defined()) return {};
    const torch::Tensor floats = as_floats(values);
    return {floats.data_ptr<float>(), floats.data_ptr<float>() + floats.numel()};
  }

  // ε·g enters every gradient.
  void set_linear_term() {
    Weights scaled;
    const torch::Tensor epsilon = torch::tensor(spec_.epsilon, torch::kFloat32);
    for (const torch::Tensor& tensor : spec_.direction) {
      std::vector<int64_t> shape(static_cast<size_t>(tensor.dim()), 1);
      shape[0] = members_;
      scaled.push_back(as_floats(tensor) * epsilon.view(shape));
    }
    net_.load(DenseLayer::kLinear, scaled);
  }

  double upper_value(int64_t m, const std::vector<double>& upper, const Weights& weights) const {
    if (spec_.epsilon.empty()) return 0;
    const double epsilon = spec_.epsilon[static_cast<size_t>(m)];
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
    if (spec_.options.optimizer == "adam") settings.mode = UpdateMode::kAdam;
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
    return {spec_.train.x.data_ptr<float>(), spec_.train.y.data_ptr<int64_t>(), spec_.mask.get(), rows,
            count};
  }

  BlockPart validation_part(const int64_t* rows, int64_t count) const {
    return {spec_.validation.x.data_ptr<float>(), spec_.validation.y.data_ptr<int64_t>(), &validation_mask_,
            rows, count};
  }

  // Weights of the block's examples in the backward pass, [C, block]: training examples first.
  void set_weights(const int64_t* rows, int64_t count, int64_t validation_count, int64_t batch,
                   int64_t validation_batch) {
    const int64_t block = count + validation_count;
    weights_.resize(static_cast<size_t>(members_ * block));
    loss_.resize(static_cast<size_t>(members_ * block));
    const float share = 1.0F / static_cast<float>(batch);
    for (int64_t m = 0; m < members_; ++m) {
      float* own = weights_.data() + m * block;
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
  void add_losses(const int64_t* rows, int64_t count, std::vector<double>& loss,
                  std::vector<double>* upper) const {
    const int64_t block = net_.block();
    const float* factors =
        spec_.example_weights.defined() ? spec_.example_weights.data_ptr<float>() : nullptr;
    for (int64_t m = 0; m < members_; ++m) {
      const float* own = loss_.data() + m * block;
      double sum = 0;
      for (int64_t i = 0; i < count; ++i) {
        sum += factors != nullptr ? static_cast<double>(own[i]) * factors[m * spec_.train.size() + rows[i]]
                                  : own[i];
      }
      loss[static_cast<size_t>(m)] += sum;
      if (upper == nullptr) continue;
      for (int64_t i = count; i < block; ++i) (*upper)[static_cast<size_t>(m)] += own[i];
    }
  }

  void train_batch(const int64_t* rows, int64_t count, const std::vector<int64_t>& validation_rows,
                   std::vector<double>& loss) {
    const auto validation_count = static_cast<int64_t>(validation_rows.size());
    if (count + validation_count <= FusedNet::kBlock && spec_.options.clip_norm == 0) {
      set_weights(rows, count, validation_count, count, validation_count);
      run_block(rows, count, validation_rows.data(), validation_count);
      add_losses(rows, count, loss, nullptr);
      net_.step();
      return;
    }
    std::vector<double> upper(static_cast<size_t>(members_), 0.0);
    net_.zero_gradient();
    accumulate(rows, count, validation_rows, loss, upper);
    net_.step_from_gradient();
  }

  void run_block(const int64_t* rows, int64_t count, const int64_t* validation_rows,
                 int64_t validation_count) {
    parts_.clear();
    if (count > 0) parts_.push_back(train_part(rows, count));
    if (validation_count > 0) parts_.push_back(validation_part(validation_rows, validation_count));
    net_.gather(parts_);
    net_.forward();
    net_.losses(weights_.data(), loss_.data(), nullptr);
  }

  // The gradient of a batch of any size, block by block.
  void accumulate(const int64_t* rows, int64_t count, const std::vector<int64_t>& validation_rows,
                  std::vector<double>& loss, std::vector<double>& upper) {
    const auto validation_count = static_cast<int64_t>(validation_rows.size());
    for (int64_t first = 0; first < count; first += FusedNet::kBlock) {
      const int64_t size = std::min(FusedNet::kBlock, count - first);
      set_weights(rows + first, size, 0, count, validation_count);
      run_block(rows + first, size, nullptr, 0);
      add_losses(rows + first, size, loss, nullptr);
      net_.accumulate();
    }
    for (int64_t first = 0; first < validation_count; first += FusedNet::kBlock) {
      const int64_t size = std::min(FusedNet::kBlock, validation_count - first);
      set_weights(nullptr, 0, size, count, validation_count);
      run_block(nullptr, 0, validation_rows.data() + first, size);
      add_losses(nullptr, 0, loss, &upper);
      net_.accumulate();
    }
  }

  EngineSpec spec_;
  FusedNet net_;
  int64_t members_;
  size_t moments_ = 0;
  InputMask validation_mask_;
  std::vector<float> weights_;
  std::vector<float> loss_;
  std::vector<BlockPart> parts_;
};

}  // namespace

std::unique_ptr<Engine> make_fused_engine(const EngineSpec& spec) {
  return std::make_unique<FusedEngine>(spec);
}

}  // namespace gbho
