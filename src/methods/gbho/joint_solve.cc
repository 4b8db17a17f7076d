#include "methods/gbho/joint_solve.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/run/journal.h"
#include "run/eigen_tensors.h"
#include "run/work_input.h"

// Symbols: r = f − c(λ), c = φ̂ + zŝ (or the certain bound, where lower);  m = dA/dr, taken where the step
// ends (Lagrangian::pull_after_step);
//   ∂A/∂β = ∇F + m·∇f,   ∂A/∂λ = ∂F/∂λ + m·(∂f/∂λ − ∇c).

namespace gbho::inline internal {
namespace {

constexpr int64_t kStepsPerReport = 20;

torch::Tensor clip(const torch::Tensor& gradient, double largest) {
  if (largest <= 0) return gradient;
  const double norm = gradient.norm().item<double>();
  return norm > largest ? gradient * (largest / norm) : gradient;
}

// Rates fall to zero along a cosine, so that where a solve ends is not a matter of its last batches.
double fading(int64_t step, int64_t steps) {
  return 0.5 * (1 + std::cos(M_PI * static_cast<double>(step) / static_cast<double>(steps)));
}

/// Draws the examples of each step: all of them, or the next part of a random order.
class Batches {
 public:
  Batches(int64_t examples, int64_t batch, Stream stream)
      : examples_(examples), batch_(batch > 0 && batch < examples ? batch : 0), stream_(stream) {}

  /// Undefined for all.
  torch::Tensor next() {
    if (batch_ == 0) return {};
    if (position_ + batch_ > static_cast<int64_t>(order_.size())) {
      order_ = stream_.child("pass " + std::to_string(pass_++)).permutation(examples_);
      position_ = 0;
    }
    const auto first = order_.begin() + position_;
    position_ += batch_;
    return torch::tensor(std::vector<int64_t>(first, first + batch_), torch::kInt64);
  }
  int64_t size() const { return batch_ == 0 ? examples_ : batch_; }

  torch::Tensor state() const { return torch::tensor(std::vector<int64_t>{pass_, position_}, torch::kLong); }
  void restore(const torch::Tensor& state) {
    pass_ = state[0].item<int64_t>();
    position_ = state[1].item<int64_t>();
    if (pass_ > 0) order_ = stream_.child("pass " + std::to_string(pass_ - 1)).permutation(examples_);
  }

 private:
  int64_t examples_;
  int64_t batch_;
  Stream stream_;
  std::vector<int64_t> order_;
  int64_t position_ = 0;
  int64_t pass_ = 0;
};

/// s = η⟨∇F, ∇r⟩ and q = η‖∇r‖² over λ and β, each with its own η.
struct Products {
  double s = 0;
  double q = 0;
};

Products step_products(const GbhoOptions& options, const Derivatives& upper, const Weights& weight_slope,
                       const torch::Tensor& lambda_slope) {
  Products products;
  const auto add = [&](double rate, const torch::Tensor& above, const torch::Tensor& below) {
    products.s += rate * (above * below).sum().item<double>();
    products.q += rate * below.square().sum().item<double>();
  };
  add(options.inner_lambda_rate, upper.lambda, lambda_slope);
  for (size_t p = 0; p < weight_slope.size(); ++p) {
    add(options.inner_learning_rate, upper.weights[p], weight_slope[p]);
  }
  return products;
}

/// Gradient steps on A in λ and β together, with momentum.
class JointSolve {
 public:
  JointSolve(MethodContext& context, const GbhoOptions& options, int64_t iteration, JointPoint& point,
             const Continuation& continuation)
      : context_(context),
        options_(options),
        iteration_(iteration),
        point_(point),
        continuation_(continuation),
        stream_(Stream(context.seed(), "gbho.batches").child("iteration " + std::to_string(iteration))),
        lower_batches_(context.problem().lower_examples(), options.inner_batch, stream_.child("train")),
        upper_batches_(context.problem().upper_examples(), options.inner_batch, stream_.child("validation")),
        lambda_velocity_(torch::zeros_like(point.lambda)) {
    for (const torch::Tensor& tensor : point.weights) velocity_.push_back(torch::zeros_like(tensor));
    if (continuation.from) {
      restore(*continuation.from);
    } else {
      context.ledger().upper_solves += 1;
    }
  }

  /// False when interrupted.
  bool run(const ValueModel& model, const Lagrangian& lagrangian) {
    while (step_ < options_.inner_steps) {
      if (!step(model, lagrangian)) return true;
      const bool report = step_++ % kStepsPerReport == 0;
      if (report && !go_on()) return false;
    }
    return true;
  }

 private:
  // False when the numbers are no longer finite: the solve ends where it was.
  bool step(const ValueModel& model, const Lagrangian& lagrangian) {
    const Problem& problem = context_.problem();
    const Derivatives upper = problem.upper_derivatives(point_.lambda, point_.weights, upper_batches_.next());
    const Derivatives lower = problem.lower_derivatives(point_.lambda, point_.weights, lower_batches_.next());
    context_.ledger().sample_gradients +=
        (upper_batches_.size() + lower_batches_.size()) * problem.row_cost();
    const ValueModel::Ceiling ceiling = model.ceiling(to_eigen(point_.lambda), options_.z);
    const double residual = lower.value.item<double>() - ceiling.value;
    const torch::Tensor lambda_slope = lower.lambda - to_row(ceiling.gradient);
    const auto [scale, pull] = step_length(lagrangian, residual, upper, lower.weights, lambda_slope);
    if (!std::isfinite(pull) || !std::isfinite(upper.value.item<double>())) return false;

    const torch::Tensor lambda_gradient =
        clip(scale * (upper.lambda + pull * lambda_slope), options_.inner_clip_norm);
    lambda_velocity_ = options_.inner_momentum * lambda_velocity_ + lambda_gradient;
    const torch::Tensor moved = point_.lambda - options_.inner_lambda_rate * lambda_velocity_;
    point_.lambda = options_.plain ? moved : problem.space().clamp(moved);
    for (size_t p = 0; p < point_.weights.size(); ++p) {
      const torch::Tensor gradient =
          clip(scale * (upper.weights[p] + pull * lower.weights[p]), options_.inner_clip_norm);
      velocity_[p] = options_.inner_momentum * velocity_[p] + gradient;
      point_.weights[p] = point_.weights[p] - options_.inner_learning_rate * velocity_[p];
    }
    return true;
  }

  /// What the rates are multiplied by, and m.
  struct StepLength {
    double scale;
    double pull;
  };

  StepLength step_length(const Lagrangian& lagrangian, double residual, const Derivatives& upper,
                         const Weights& weight_slope, const torch::Tensor& lambda_slope) const {
    const double pull = lagrangian.pull(residual);
    if (options_.plain) return {1, pull};
    // ∇A is ∇F and m times ∇f: with a large m the same rates would be too long.
    const double scale = fading(step_, options_.inner_steps) / std::max(1.0, std::abs(pull));
    const Products products = step_products(options_, upper, weight_slope, lambda_slope);
    return {scale, lagrangian.pull_after_step(residual, scale * products.s, scale * products.q)};
  }

  bool go_on() {
    const double part = static_cast<double>(step_) / static_cast<double>(options_.inner_steps);
    const double done =
        (static_cast<double>(iteration_) + 0.5 * part) / static_cast<double>(options_.iterations);
    const bool leaving = !context_.report_phase(done);
    if (continuation_.offer) continuation_.offer([this] { return snapshot(); }, leaving);
    return !leaving;
  }

  Snapshot snapshot() const {
    Snapshot snapshot;
    snapshot.add("step", torch::tensor(step_, torch::kLong));
    snapshot.add("lambda", point_.lambda);
    snapshot.add("lambda_velocity", lambda_velocity_);
    snapshot.add("weights", point_.weights);
    snapshot.add("velocity", velocity_);
    snapshot.add("lower_batches", lower_batches_.state());
    snapshot.add("upper_batches", upper_batches_.state());
    return snapshot;
  }

  void restore(const Snapshot& snapshot) {
    step_ = snapshot.tensor("step").item<int64_t>();
    point_.lambda = snapshot.tensor("lambda");
    lambda_velocity_ = snapshot.tensor("lambda_velocity");
    point_.weights = snapshot.weights("weights");
    velocity_ = snapshot.weights("velocity");
    lower_batches_.restore(snapshot.tensor("lower_batches"));
    upper_batches_.restore(snapshot.tensor("upper_batches"));
  }

  MethodContext& context_;
  const GbhoOptions& options_;
  int64_t iteration_;
  JointPoint& point_;
  const Continuation& continuation_;
  Stream stream_;
  Batches lower_batches_;
  Batches upper_batches_;
  torch::Tensor lambda_velocity_;
  Weights velocity_;
  int64_t step_ = 0;
};

}  // namespace

void set_values(MethodContext& context, JointPoint& point) {
  const torch::NoGradGuard no_grad;
  const Problem& problem = context.problem();
  point.lower = problem.lower(point.lambda, point.weights).item<double>();
  point.upper = problem.upper(point.lambda, point.weights).item<double>();
  context.ledger().sample_evaluations +=
      (problem.lower_examples() + problem.upper_examples()) * problem.row_cost();
}

bool minimize_lagrangian(MethodContext& context, const GbhoOptions& options, const ValueModel& model,
                         const Lagrangian& lagrangian, int64_t iteration, JointPoint& point) {
  Work work;
  work.kind = "joint";
  work.input = work_input(point.lambda, {iteration});
  work.continues = true;
  work.releases = true;
  const bool done = context.once(work, [&](const Continuation& continuation) {
    if (point.weights.empty()) throw StoreError("the weights to go on from are no longer kept");
    JointSolve solve(context, options, iteration, point, continuation);
    if (!solve.run(model, lagrangian)) return false;
    set_values(context, point);
    work.result.add("lambda", point.lambda);
    work.result.add("values", torch::tensor(std::vector<double>{point.lower, point.upper}, torch::kDouble));
    work.state.add("weights", point.weights);
    return true;
  });
  if (!done) return false;
  point.lambda = work.result.tensor("lambda");
  point.lower = work.result.tensor("values")[0].item<double>();
  point.upper = work.result.tensor("values")[1].item<double>();
  point.weights = work.state.weights("weights");
  return true;
}

}  // namespace gbho::inline internal
