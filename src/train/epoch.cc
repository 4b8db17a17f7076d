#include "train/epoch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "nn/noise.h"

namespace gbho::inline internal {
namespace {

// Validation examples beside the training batches of an epoch.
int64_t validation_examples(const EpochPlan& plan, int64_t validation) {
  int64_t examples = 0;
  for (int64_t step = 0; step < plan.batches.steps(); ++step) {
    examples += std::min(plan.batches.size(step), validation);
  }
  return examples;
}

// The mean over the epoch of what rises linearly from zero to one.
double warm_up_factor(const LowerOptions& options, int64_t epoch) {
  const double length = options.warm_up * static_cast<double>(options.epochs);
  const auto begin = static_cast<double>(epoch);
  if (begin >= length) return 1.0;
  const double rising = std::min(1.0, length - begin);
  return rising * (begin + 0.5 * rising) / length + (1.0 - rising);
}

double falling_factor(const LowerOptions& options, int64_t epoch) {
  const double done = static_cast<double>(epoch) / static_cast<double>(options.epochs);
  if (options.schedule == "linear") return 1.0 - done;
  if (options.schedule == "cosine") return 0.5 * (1.0 + std::cos(M_PI * done));
  if (options.schedule == "step") {
    const int64_t steps = epoch / options.step_epochs;
    return std::pow(options.step_factor, static_cast<double>(steps));
  }
  return 1.0;
}

}  // namespace

double schedule_factor(const LowerOptions& options, int64_t epoch) {
  return warm_up_factor(options, epoch) * falling_factor(options, epoch);
}

std::vector<int64_t> epoch_order(uint64_t seed, const std::string& name, int64_t epoch, int64_t count,
                                 bool shuffle) {
  if (shuffle) return Stream(seed, name).child("epoch " + std::to_string(epoch)).permutation(count);
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), int64_t{0});
  return order;
}

Epoch::Epoch(const LowerLevel& level, const LowerOptions& options, uint64_t seed, int64_t number,
             const Rates& rates, int64_t validation) {
  plan_.batches = Batches(options, level.rows());
  // A batch of everything is the same in any order.
  const bool whole = plan_.batches.whole();
  order_ = epoch_order(seed, "train.batches", number, level.rows(), options.shuffle && !whole);
  if (validation > 0) {
    validation_order_ =
        epoch_order(seed, "train.validation_batches", number, validation, options.shuffle && !whole);
  }
  plan_.order = &order_;
  plan_.validation_order = validation > 0 ? &validation_order_ : nullptr;
  plan_.learning_rate = rates.learning_rate;
  for (double& rate : plan_.learning_rate) rate *= schedule_factor(options, number);
  plan_.momentum = rates.momentum;
  plan_.steps_before = number * plan_.batches.steps();
  if (level.network != nullptr && level.network->terms.are_noisy()) plan_.noise = noise_key(seed, number);
  gradients_ = level.examples();
  if (validation > 0) validation_gradients_ = validation_examples(plan_, validation);
}

}  // namespace gbho::inline internal
