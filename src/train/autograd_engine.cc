#include <cmath>
#include <optional>

#include "nn/losses.h"
#include "train/engine.h"
#include "train/member_noise.h"
#include "train/torch_device.h"
#include "train/validation_rows.h"

// Symbols: C members, B examples of a batch, a_i example weights, ε the two-sided term.
//   f = 1/B Σ_i a_i ℓ_i + penalty (+ ε·F or + ε·⟨g, β⟩);   v ← m·v + ∇f;   β ← β − η·(∇f + m·v)  (Nesterov)

namespace gbho::inline internal {
namespace {

class AutogradEngine : public Engine {
 public:
  explicit AutogradEngine(const EngineSpec& spec) : spec_(spec), device_(torch_device(spec.device)) {
    spec_.train = spec.train.to(device_);
    spec_.validation = spec.validation.to(device_);
    spec_.penalty = spec.penalty.to(device_);
    set_lambda(spec.lambda, spec.example_weights);
    set_upper(spec.epsilon, spec.direction);
    if (spec.keep_losses)
      losses_ = torch::zeros({spec.members(), spec_.train.size()}, spec_.train.x.options());
  }

  void set_lambda(const torch::Tensor& lambda, const torch::Tensor& example_weights) override {
    spec_.lambda = lambda.detach().to(device_, torch::kFloat64);
    noise_ = noise_at(spec_.terms, spec_.lambda);
    if (!example_weights.defined()) return;
    const torch::Tensor weights = example_weights.to(device_, spec_.train.x.scalar_type());
    spec_.example_weights = weights.dim() == 1 ? weights.unsqueeze(0) : weights;
  }

  void set_upper(const std::vector<double>& epsilon, const Weights& direction) override {
    spec_.epsilon = epsilon;
    spec_.direction = direction;
    for (torch::Tensor& tensor : spec_.direction) tensor = tensor.to(device_);
  }

  torch::Tensor example_losses() const override { return losses_.to(torch::kCPU); }

  std::string name() const override { return "autograd/" + std::string(device_.is_cuda() ? "cuda" : "cpu"); }

  void load(const TrainState& state) override {
    weights_ = copy_to_device(state.weights);
    moments_.clear();
    for (const Weights& moment : state.moments) moments_.push_back(copy_to_device(moment));
  }

  TrainState store() const override {
    TrainState state;
    state.weights = copy_to_cpu(weights_);
    for (const Weights& moment : moments_) state.moments.push_back(copy_to_cpu(moment));
    return state;
  }

  std::vector<double> run_epoch(const EpochPlan& plan) override {
    const torch::Tensor order = torch::tensor(*plan.order, torch::kInt64).to(device_);
    torch::Tensor sum = torch::zeros({spec_.members()}, options());
    int64_t validation_position = 0;
    if (spec_.terms.are_noisy()) noise_key_ = plan.noise;
    for (int64_t step = 0; step < plan.batches.steps(); ++step) {
      const int64_t size = plan.batches.size(step);
      const torch::Tensor rows = order.narrow(0, plan.batches.first(step), size);
      sum += take_step(rows, validation_rows(plan, size, validation_position), plan, step) * size;
    }
    noise_key_.reset();
    return to_vector(sum / static_cast<double>(plan.order->size()));
  }

  Objective objective() override {
    const int64_t count = spec_.functions != nullptr ? 1 : spec_.train.size();
    torch::Tensor data_loss = torch::zeros({spec_.members()}, options());
    Weights leaves = make_leaves();
    // In blocks, so that memory does not grow with the data.
    for (int64_t first = 0; first < count; first += kBlock) {
      const torch::Tensor rows = torch::arange(first, std::min(first + kBlock, count),
                                               torch::TensorOptions(device_).dtype(torch::kInt64));
      torch::Tensor loss =
          batch_loss(leaves, rows) * (static_cast<double>(rows.size(0)) / static_cast<double>(count));
      loss.sum().backward();
      data_loss += loss.detach();
    }
    torch::Tensor rest = penalty(leaves);
    if (!spec_.epsilon.empty()) rest = rest + upper_term(leaves, all_validation_rows());
    if (rest.requires_grad()) rest.sum().backward();
    Objective result;
    result.data_loss = to_vector(data_loss);
    result.value = to_vector(data_loss + rest.detach());
    for (const torch::Tensor& leaf : leaves) {
      result.gradient.push_back((leaf.grad().defined() ? leaf.grad() : torch::zeros_like(leaf)).detach());
    }
    return result;
  }

 private:
  static constexpr int64_t kBlock = 1024;

  torch::TensorOptions options() const { return torch::TensorOptions(device_).dtype(torch::kFloat64); }

  Weights copy_to_device(const Weights& weights) const {
    Weights copy;
    for (const torch::Tensor& tensor : weights) copy.push_back(tensor.detach().to(device_).clone());
    return copy;
  }

  static Weights copy_to_cpu(const Weights& weights) {
    Weights copy;
    for (const torch::Tensor& tensor : weights) copy.push_back(tensor.detach().to(torch::kCPU).clone());
    return copy;
  }

  static std::vector<double> to_vector(const torch::Tensor& values) {
    const torch::Tensor cpu = values.to(torch::kCPU, torch::kFloat64).contiguous();
    return {cpu.data_ptr<double>(), cpu.data_ptr<double>() + cpu.numel()};
  }

  torch::Tensor per_member(const std::vector<double>& values) const {
    return torch::tensor(values, torch::kFloat64).to(device_);
  }

  Weights make_leaves() const {
    Weights leaves;
    for (const torch::Tensor& tensor : weights_) leaves.push_back(tensor.detach().clone().requires_grad_());
    return leaves;
  }

  // [C]: mean weighted loss of the batch.
  torch::Tensor batch_loss(const Weights& weights, const torch::Tensor& rows) {
    if (spec_.functions != nullptr) return spec_.functions->lower(spec_.lambda, weights).to(torch::kFloat64);
    const torch::Tensor losses = smoothed_losses(logits(weights, rows), spec_.train.y.index_select(0, rows),
                                                 spec_.terms.smoothing(spec_.lambda));
    if (losses_.defined()) losses_.index_copy_(1, rows, losses.detach());
    if (!spec_.example_weights.defined()) return losses.mean(1).to(torch::kFloat64);
    return (losses * spec_.example_weights.index_select(1, rows)).mean(1).to(torch::kFloat64);
  }

  // With the noise of the epoch, while there is one.
  torch::Tensor logits(const Weights& weights, const torch::Tensor& rows) const {
    const torch::Tensor x = spec_.train.x.index_select(0, rows);
    if (!noise_key_) return spec_.model->logits(weights, x);
    const NoisyInputs noisy = noisy_inputs(*spec_.model, noise_, *noise_key_, rows, x, spec_.members());
    return spec_.model->noisy_logits(weights, noisy.x, noisy.factors);
  }

  // [C]; f of plain functions holds everything already.
  torch::Tensor penalty(const Weights& weights) const {
    if (spec_.functions != nullptr) return torch::zeros({spec_.members()}, options());
    return spec_.penalty.value(spec_.lambda, weights);
  }

  torch::Tensor all_validation_rows() const {
    return torch::arange(spec_.validation.size(), torch::TensorOptions(device_).dtype(torch::kInt64));
  }

  torch::Tensor validation_rows(const EpochPlan& plan, int64_t size, int64_t& position) const {
    if (plan.validation_order == nullptr) return {};
    const std::vector<int64_t> rows = next_validation_rows(*plan.validation_order, size, position);
    return torch::tensor(rows, torch::kInt64).to(device_);
  }

  // [C]: ε·F(β) on these validation rows, or ε·⟨g, β⟩.
  torch::Tensor upper_term(const Weights& weights, const torch::Tensor& rows) const {
    const torch::Tensor epsilon = per_member(spec_.epsilon);
    if (spec_.direction.empty() && spec_.functions != nullptr) {
      return epsilon * spec_.functions->upper(spec_.lambda, weights).to(torch::kFloat64);
    }
    if (spec_.direction.empty()) {
      const torch::Tensor losses =
          gbho::example_losses(*spec_.model, weights, spec_.validation.x.index_select(0, rows),
                               spec_.validation.y.index_select(0, rows));
      return epsilon * losses.mean(1).to(torch::kFloat64);
    }
    torch::Tensor sum = torch::zeros({spec_.members()}, options());
    for (size_t p = 0; p < weights.size(); ++p) {
      sum = sum + (weights[p] * spec_.direction[p]).flatten(1).sum(1).to(torch::kFloat64);
    }
    return epsilon * sum;
  }

  // One optimizer step; returns the batch's mean data loss [C] before it.
  torch::Tensor take_step(const torch::Tensor& rows, const torch::Tensor& validation, const EpochPlan& plan,
                          int64_t step) {
    Weights leaves = make_leaves();
    const torch::Tensor data_loss = batch_loss(leaves, rows);
    torch::Tensor total = data_loss;
    if (!decoupled()) total = total + penalty(leaves);
    if (!spec_.epsilon.empty()) total = total + upper_term(leaves, validation);
    total.sum().backward();
    const Weights decay = decoupled() ? penalty_gradient() : Weights();

    const torch::NoGradGuard no_grad;
    for (size_t p = 0; p < leaves.size(); ++p) {
      torch::Tensor gradient = leaves[p].grad();
      if (spec_.options.clip_norm > 0) gradient = clipped(gradient);
      if (!decay.empty()) {
        weights_[p] -= broadcast(per_member(plan.learning_rate), weights_[p]) * decay[p];
      }
      update(p, gradient, plan, step);
    }
    return data_loss.detach();
  }

  bool decoupled() const {
    return spec_.options.optimizer == "adam" && spec_.options.decay == "decoupled" &&
           spec_.functions == nullptr;
  }

  Weights penalty_gradient() const {
    const Weights leaves = make_leaves();
    const torch::Tensor value = penalty(leaves);
    if (value.requires_grad()) value.sum().backward();
    Weights gradient;
    for (const torch::Tensor& leaf : leaves) {
      gradient.push_back(leaf.grad().defined() ? leaf.grad() : torch::zeros_like(leaf));
    }
    return gradient;
  }

  torch::Tensor clipped(const torch::Tensor& gradient) const {
    const torch::Tensor norm = gradient.flatten(1).norm(2, 1).clamp_min(1e-30);
    const torch::Tensor scale = (spec_.options.clip_norm / norm).clamp_max(1.0);
    return gradient * broadcast(scale, gradient);
  }

  // [C] seen as [C, 1, …, 1], in the type of `like`.
  static torch::Tensor broadcast(const torch::Tensor& values, const torch::Tensor& like) {
    std::vector<int64_t> shape(static_cast<size_t>(like.dim()), 1);
    shape[0] = like.size(0);
    return values.to(like.scalar_type()).view(shape);
  }

  void update(size_t p, const torch::Tensor& gradient, const EpochPlan& plan, int64_t step) {
    torch::Tensor& weight = weights_[p];
    const torch::Tensor rate = broadcast(per_member(plan.learning_rate), weight);
    const torch::Tensor momentum = broadcast(per_member(plan.momentum), weight);
    if (spec_.options.optimizer == "adam") {
      const double steps = static_cast<double>(plan.steps_before + step + 1);
      const double beta2 = spec_.options.beta2;
      torch::Tensor& first = moments_[0][p];
      torch::Tensor& second = moments_[1][p];
      first = momentum * first + (1 - momentum) * gradient;
      second = beta2 * second + (1 - beta2) * gradient * gradient;
      const torch::Tensor corrected = first / (1 - torch::pow(momentum, steps));
      const torch::Tensor deviation =
          (second / (1 - std::pow(beta2, steps))).sqrt() + spec_.options.adam_epsilon;
      weight -= rate * corrected / deviation;
      return;
    }
    torch::Tensor& velocity = moments_[0][p];
    velocity = momentum * velocity + gradient;
    weight -= rate * (spec_.options.nesterov ? gradient + momentum * velocity : velocity);
  }

  EngineSpec spec_;
  torch::Device device_;
  Weights weights_;
  std::vector<Weights> moments_;
  MemberNoise noise_;
  std::optional<uint64_t> noise_key_;  ///< set while an epoch trains with noise
  torch::Tensor losses_;               ///< of the training examples; undefined: not kept
};

}  // namespace

std::unique_ptr<Engine> make_autograd_engine(const EngineSpec& spec) {
  return std::make_unique<AutogradEngine>(spec);
}

}  // namespace gbho::inline internal
