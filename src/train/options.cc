#include "gbho/train/options.h"

#include <fmt/format.h>
#include <torch/cuda.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "base/check.h"
#include "gbho/base/error.h"

namespace gbho {
namespace {

void require(bool good, const std::string& key, double value, const std::string& rule) {
  if (!good) throw ConfigError(fmt::format("{} = {} {}", key, value, rule));
}

void check_list(const std::string& key, const std::vector<double>& values, double low, double high,
                const std::string& rule) {
  if (values.empty())
    throw ConfigError(fmt::format("{} = [] holds no value: give one, or several for the pilot", key));
  for (const double value : values) require(value >= low && value < high, key, value, rule);
}

}  // namespace

void LowerOptions::validate() const {
  check_choice("lower.optimizer", optimizer, {"sgd", "adam", "lbfgs"});
  check_choice("lower.schedule", schedule, {"constant", "linear", "cosine", "step"});
  check_choice("lower.engine", engine, {"auto", "fused", "autograd"});
  require(epochs >= 1, "lower.epochs", static_cast<double>(epochs), "must be at least 1");
  require(batch >= 0, "lower.batch", static_cast<double>(batch),
          "must be a number of examples, or 0 for the whole training part");
  check_list("lower.learning_rate", learning_rate, 1e-300, INFINITY, "must be a positive, finite number");
  check_list("lower.momentum", momentum, 0.0, 1.0, "must lie in [0, 1)");
  require(beta2 >= 0 && beta2 < 1, "lower.beta2", beta2, "must lie in [0, 1)");
  require(adam_epsilon > 0, "lower.adam_epsilon", adam_epsilon, "must be positive");
  require(step_epochs >= 1, "lower.step_epochs", static_cast<double>(step_epochs), "must be at least 1");
  require(step_factor > 0 && step_factor <= 1, "lower.step_factor", step_factor, "must lie in (0, 1]");
  require(clip_norm >= 0 && std::isfinite(clip_norm), "lower.clip_norm", clip_norm,
          "must be positive, or 0 for no clipping");
  require(gradient_tolerance >= 0, "lower.gradient_tolerance", gradient_tolerance,
          "must not be negative; 0 is never");
  require(plateau_epochs >= 0, "lower.plateau_epochs", static_cast<double>(plateau_epochs),
          "must not be negative; 0 is never");
  require(plateau_tolerance >= 0, "lower.plateau_tolerance", plateau_tolerance, "must not be negative");
  require(divergence_factor > 1, "lower.divergence_factor", divergence_factor, "must be above 1");
  require(history >= 1, "lower.history", static_cast<double>(history), "must be at least 1");
}

int Runtime::thread_count() const {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void Runtime::validate() const {
  check_choice("device", device, {"cpu", "cuda"});
  require(threads >= 0 && threads <= 4096, "threads", threads,
          "must be a number of threads, or 0 for one per core");
  if (device == "cuda" && !torch::cuda::is_available()) {
    throw ConfigError(
        "device = \"cuda\": this LibTorch or this machine has no CUDA device; use --device cpu, or build "
        "with the preset 'cuda' against a LibTorch with CUDA");
  }
}

}  // namespace gbho
