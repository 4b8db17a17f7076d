#include <algorithm>
#include <cmath>
#include <numeric>

#include "nn/cuda/examples_cache.h"
#include "nn/cuda/plan_of.h"
#include "train/engine.h"
#include "train/member_noise.h"
#include "train/validation_rows.h"

// Symbols as in fused_engine.cc. Weights, the optimizer's state and the data stay on the device; an epoch is
// one call.

namespace gbho::inline internal {
namespace {

class DeviceEngine : public Engine {
 public:
  DeviceEngine(const EngineSpec& spec, const Device& device)
      : spec_(spec), device_(device), members_(spec.members()) {
    DeviceNetOptions options;
    options.members = members_;
    options.batch = largest_step();
    options.own_inputs = spec.terms.input_noise >= 0;
    options.keep_losses = spec.keep_losses;
    options.tf32 = spec.options.precision == "tf32";
    net_ = device.make_net(device_plan(*spec.model), options);
    const bool full_form = !spec.validation.empty() && spec.direction.empty();
    net_->set_examples(examples_on(device, spec.train.x, spec.train.y),
                       full_form ? examples_on(device, spec.validation.x, spec.validation.y) : nullptr);
    set_lambda(spec.lambda, spec.example_weights);
    set_upper(spec.epsilon, spec.direction);
  }

  std::string name() const override {
    return device_.name() + (spec_.options.precision == "tf32" ? "/tf32" : "/float32");
  }

  void load(const TrainState& state) override {
    load_into(*net_, DeviceNet::kWeights, state.weights);
    moments_ = state.moments.size();
    for (size_t m = 0; m < moments_; ++m)
      load_into(*net_, m == 0 ? DeviceNet::kFirst : DeviceNet::kSecond, state.moments[m]);
  }

  TrainState store() const override {
    TrainState state;
    state.weights = stored(DeviceNet::kWeights);
    if (moments_ > 0) state.moments.push_back(stored(DeviceNet::kFirst));
    if (moments_ > 1) state.moments.push_back(stored(DeviceNet::kSecond));
    return state;
  }

  void set_lambda(const torch::Tensor& lambda, const torch::Tensor& example_weights) override {
    spec_.lambda = lambda;
    for (size_t p = 0; p < spec_.model->parameters().size(); ++p) {
      if (!spec_.model->parameters()[p].bias) set_penalty(p, spec_.penalty.strength(lambda, p));
    }
    const MemberNoise noise = noise_at(spec_.terms, lambda);
    net_->set_noise(noise.dropout, noise.input_noise, noise.smoothing);
    if (!example_weights.defined()) return;
    const torch::Tensor weights = example_weights.to(torch::kCPU, torch::kFloat32);
    const torch::Tensor all =
        (weights.dim() == 1 ? weights.unsqueeze(0) : weights).expand({members_, -1}).contiguous();
    net_->set_factors(all.data_ptr<float>());
  }

  // ε·g enters every gradient.
  void set_upper(const std::vector<double>& epsilon, const Weights& direction) override {
    spec_.epsilon = epsilon;
    spec_.direction = direction;
    if (epsilon.empty()) return;
    net_->set_epsilon({epsilon.begin(), epsilon.end()});
    if (direction.empty()) return;
    const torch::Tensor factors = torch::tensor(epsilon, torch::kFloat32);
    Weights scaled;
    for (const torch::Tensor& tensor : direction) {
      std::vector<int64_t> shape(static_cast<size_t>(tensor.dim()), 1);
      shape[0] = members_;
      scaled.push_back(tensor.to(torch::kCPU, torch::kFloat32) * factors.view(shape));
    }
    load_into(*net_, DeviceNet::kLinear, scaled);
  }

  torch::Tensor example_losses() const override {
    torch::Tensor losses = torch::empty({members_, spec_.train.size()}, torch::kFloat32);
    net_->example_losses(losses.data_ptr<float>());
    return losses;
  }

  std::vector<double> run_epoch(const EpochPlan& plan) override {
    DeviceSums sums = net_->run_epoch(device_epoch(plan));
    for (double& value : sums.training) value /= static_cast<double>(plan.order->size());
    return sums.training;
  }

  Objective objective() override {
    const int64_t more = has_validation_term() ? spec_.validation.size() : 0;
    const DeviceSums sums = net_->objective(more);
    Objective result;
    const Weights weights = stored(DeviceNet::kWeights);
    const torch::Tensor penalty = spec_.penalty.value(spec_.lambda, weights);
    for (int64_t m = 0; m < members_; ++m) {
      const double mean = sums.training[static_cast<size_t>(m)] / static_cast<double>(spec_.train.size());
      result.data_loss.push_back(mean);
      result.value.push_back(mean + penalty[m].item<double>() + upper_value(m, sums.more, weights));
    }
    result.gradient = stored(DeviceNet::kGradient);
    return result;
  }

 private:
  Weights stored(DeviceNet::Slot slot) const { return stored_in(*net_, slot, *spec_.model, members_); }

  int64_t largest_step() const {
    const Batches batches(spec_.options, spec_.train.size());
    int64_t largest = 1;
    for (int64_t step = 0; step < batches.steps(); ++step) largest = std::max(largest, batches.size(step));
    return has_validation_term() ? 2 * largest : largest;
  }

  bool has_validation_term() const {
    return !spec_.validation.empty() && spec_.direction.empty() &&
           std::any_of(spec_.epsilon.begin(), spec_.epsilon.end(),
                       [](double epsilon) { return epsilon != 0; });
  }

  void set_penalty(size_t parameter, const PenaltyStrength& strength) {
    const torch::Tensor l2 =
        strength.l2.defined() ? (2.0 * strength.l2).to(torch::kFloat32).contiguous() : strength.l2;
    const torch::Tensor l1 =
        strength.l1.defined() ? strength.l1.to(torch::kFloat32).contiguous() : strength.l1;
    net_->set_penalty(parameter, cells_of(l2), cells_of(l1));
  }

  static DeviceCells cells_of(const torch::Tensor& strength) {
    if (!strength.defined()) return {};
    return {strength.data_ptr<float>(), strength.size(0), strength.size(1), strength.size(2)};
  }

  double upper_value(int64_t m, const std::vector<double>& sums, const Weights& weights) const {
    if (spec_.epsilon.empty()) return 0;
    const double epsilon = spec_.epsilon[static_cast<size_t>(m)];
    if (epsilon == 0) return 0;
    if (has_validation_term()) {
      return epsilon * sums[static_cast<size_t>(m)] / static_cast<double>(spec_.validation.size());
    }
    double product = 0;
    for (size_t p = 0; p < weights.size(); ++p) {
      product += (weights[p][m] * spec_.direction[p][m]).sum().item<double>();
    }
    return epsilon * product;
  }

  DeviceEpoch device_epoch(const EpochPlan& plan) const {
    DeviceEpoch epoch;
    const bool adam = spec_.options.optimizer == "adam";
    epoch.mode = spec_.options.nesterov ? StepMode::kNesterov : StepMode::kSgd;
    if (adam) epoch.mode = spec_.options.decay == "decoupled" ? StepMode::kAdamDecoupled : StepMode::kAdam;
    epoch.rate.assign(plan.learning_rate.begin(), plan.learning_rate.end());
    epoch.momentum.assign(plan.momentum.begin(), plan.momentum.end());
    epoch.beta2 = static_cast<float>(spec_.options.beta2);
    epoch.epsilon = static_cast<float>(spec_.options.adam_epsilon);
    epoch.clip_norm = static_cast<float>(spec_.options.clip_norm);
    if (spec_.terms.are_noisy()) epoch.noise_key = plan.noise;
    int64_t position = 0;
    for (int64_t step = 0; step < plan.batches.steps(); ++step) {
      add_step(plan, step, position, epoch);
      if (adam) add_corrections(plan, plan.steps_before + step + 1, epoch);
    }
    return epoch;
  }

  void add_step(const EpochPlan& plan, int64_t number, int64_t& position, DeviceEpoch& epoch) const {
    DeviceStep step;
    step.first = static_cast<int64_t>(epoch.rows.size());
    step.training = plan.batches.size(number);
    const auto first = plan.order->begin() + plan.batches.first(number);
    epoch.rows.insert(epoch.rows.end(), first, first + step.training);
    if (plan.validation_order != nullptr && has_validation_term()) {
      const std::vector<int64_t> more = next_validation_rows(*plan.validation_order, step.training, position);
      step.more = static_cast<int64_t>(more.size());
      epoch.rows.insert(epoch.rows.end(), more.begin(), more.end());
    }
    epoch.steps.push_back(step);
  }

  void add_corrections(const EpochPlan& plan, int64_t step, DeviceEpoch& epoch) const {
    const auto steps = static_cast<double>(step);
    for (const double beta1 : plan.momentum) {
      epoch.correction1.push_back(static_cast<float>(1.0 / (1.0 - std::pow(beta1, steps))));
    }
    epoch.correction2.push_back(static_cast<float>(1.0 / (1.0 - std::pow(spec_.options.beta2, steps))));
  }

  EngineSpec spec_;
  const Device& device_;
  int64_t members_;
  std::unique_ptr<DeviceNet> net_;
  size_t moments_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_device_engine(const EngineSpec& spec, const Device& device) {
  return std::make_unique<DeviceEngine>(spec, device);
}

}  // namespace gbho::inline internal
