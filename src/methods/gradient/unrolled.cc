#include <fmt/format.h>

#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/unrolled_estimators.h"
#include "methods/gradient/unrolled_method.h"
#include "train/training_rows.h"

namespace gbho {
namespace {

// Tangents, each of the size of the weights and a product with second derivatives a step.
constexpr int64_t kMostTangents = 64;

// What can be differentiated: SGD whose rates are known beforehand.
void check_unrolled_lower(const UnrolledOptions& options, const LowerOptions& lower) {
  if (lower.optimizer != "sgd") {
    throw ConfigError("lower.optimizer",
                      fmt::format(" = \"{}\": unrolled differentiates through sgd alone; use sgd, or the "
                                  "method implicit",
                                  lower.optimizer));
  }
  if (lower.clip_norm > 0) {
    throw ConfigError("lower.clip_norm",
                      fmt::format(" = {}: unrolled does not differentiate through clipping; use 0, and a "
                                  "smaller learning rate",
                                  lower.clip_norm));
  }
  if (options.mode != "reversible") return;
  if (lower.nesterov) {
    throw ConfigError("lower.nesterov",
                      " = true: steps of Nesterov's form have no inverse that can be computed; for "
                      "unrolled.mode = \"reversible\" use false, or one of the other modes");
  }
  if (lower.momentum.front() <= 0) {
    throw ConfigError("lower.momentum",
                      fmt::format(" = {}: unrolled.mode = \"reversible\" needs a velocity to run back by; "
                                  "use 0.9, or one of the "
                                  "other modes",
                                  lower.momentum.front()));
  }
}

// Says what the stored weights will take, and refuses where that is too much.
void announce_memory(const UnrolledOptions& options, MethodContext& context) {
  if (options.mode != "full" && options.mode != "truncated") return;
  int64_t count = 0;
  int64_t stored = 0;
  double megabytes = 0;
  for (const Problem* one : estimated_problems(context.problem())) {
    const SgdSteps steps(*one, context.options().lower, context.seed(), context.ledger());
    const Weights weights = steps.start().weights;
    for (const torch::Tensor& tensor : weights) count += tensor.numel();
    stored = unrolled_round(options, context.options().lower, steps.per_epoch()).window;
    megabytes += static_cast<double>(stored) * static_cast<double>(bytes_of(weights)) / 1e6;
  }
  const std::string need =
      fmt::format("unrolled: storing {} steps of {} weights takes {:.3g} MB", stored, count, megabytes);
  if (megabytes > static_cast<double>(options.memory_mb)) {
    throw ConfigError(
        "unrolled.memory_mb",
        fmt::format(" = {}: {}; raise it, or {}", options.memory_mb, need,
                    options.mode == "full" ? "use unrolled.mode = \"reversible\", \"drmad\" or \"truncated\""
                                           : "use a smaller unrolled.window"));
  }
  log(LogLevel::kInfo, need);
}

}  // namespace

std::unique_ptr<Method> make_unrolled(UnrolledOptions options, LoopOptions loop) {
  return std::make_unique<UnrolledMethod>(std::move(options), loop);
}

std::string UnrolledMethod::description() const {
  return "unrolled differentiation: hypergradients through the steps of SGD that led to the weights";
}

std::vector<Option> UnrolledMethod::own_options() {
  UnrolledOptions& o = options_;
  return {
      {"mode", &o.mode,
       "truncated: one network trains on, its last steps are differentiated; the others: a whole solve a "
       "round",
       one_of({"truncated", "full", "reversible", "forward", "drmad"})},
      {"steps", &o.steps, "truncated: steps of SGD in a round; 0: an epoch, or `window` where that is more",
       between(0, 1e7)},
      {"window", &o.window, "truncated: last steps of a round that are differentiated; 0: all of them",
       between(0, 1e7)},
      {"memory_mb", &o.memory_mb, "full, truncated: the most that the stored weights may take", at_least(1)}};
}

void UnrolledMethod::settle(const Problem& problem, const LowerOptions& lower) {
  if (options_.mode != "truncated") return;
  const int64_t per_epoch = TrainingRows(*estimated_problems(problem).front(), lower, 0).steps_per_epoch();
  const UnrolledRound round = unrolled_round(options_, lower, per_epoch);
  options_.steps = round.steps;
  options_.window = round.window;
}

void UnrolledMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  if (options_.mode != "forward" || problem.space().size() <= kMostTangents) return;
  throw ConfigError("unrolled.mode",
                    fmt::format(" = \"forward\": takes a product with second derivatives for each of {} "
                                "hyperparameters in every "
                                "step, which is for at most {}: use truncated, full, reversible or drmad",
                                problem.space().size(), kMostTangents));
}

MethodResult UnrolledMethod::run(MethodContext& context) {
  check_unrolled_lower(options_, context.options().lower);
  announce_memory(options_, context);
  return GradientMethod::run(context);
}

std::unique_ptr<HypergradientEstimator> UnrolledMethod::make_estimator(const EstimatorContext& context,
                                                                       TrainState start) const {
  if (options_.mode == "forward") return std::make_unique<ForwardEstimator>(context);
  return std::make_unique<ReverseEstimator>(context, options_, std::move(start));
}

}  // namespace gbho
