#include "methods/gbho/joint_solve.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "methods/eigen_tensors.h"

// Symbols: r = f − c(λ), c = φ̂ + zŝ (or the certain bound, where lower);  m = dA/dr, taken where the step
// ends (Lagrangian::pull_after_step);
//   ∂A/∂β = ∇F + m·∇f,   ∂A/∂λ = ∂F/∂λ + m·(∂f/∂λ − ∇c).

namespace gbho {
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

}  // namespace

void evaluate_point(MethodContext& context, JointPoint& point) {
  const torch::NoGradGuard no_grad;
  const Problem& problem = context.problem();
  point.lower = problem.lower(point.lambda, point.weights).item<double>();
  point.upper = problem.upper(point.lambda, point.weights).item<double>();
  context.ledger().sample_evaluations += problem.lower_examples() + problem.upper_examples();
}

bool minimize_lagrangian(MethodContext& context, const GbhoOptions& options, const ValueModel& model,
                         const Lagrangian& lagrangian, int64_t iteration, JointPoint& point) {
  const Problem& problem = context.problem();
  const Stream stream =
      Stream(context.seed(), "gbho.batches").child("iteration " + std::to_string(iteration));
  Batches lower_batches(problem.lower_examples(), options.inner_batch, stream.child("train"));
  Batches upper_batches(problem.upper_examples(), options.inner_batch, stream.child("validation"));
  Weights velocity;
  for (const torch::Tensor& tensor : point.weights) velocity.push_back(torch::zeros_like(tensor));
  torch::Tensor lambda_velocity = torch::zeros_like(point.lambda);
  context.ledger().upper_solves += 1;

  for (int64_t step = 0; step < options.inner_steps; ++step) {
    const Derivatives upper = problem.upper_derivatives(point.lambda, point.weights, upper_batches.next());
    const Derivatives lower = problem.lower_derivatives(point.lambda, point.weights, lower_batches.next());
    context.ledger().sample_gradients += upper_batches.size() + lower_batches.size();
    const ValueModel::Ceiling ceiling = model.ceiling(to_eigen(point.lambda), options.z);
    const double residual = lower.value.item<double>() - ceiling.value;
    const torch::Tensor lambda_slope = lower.lambda - to_row(ceiling.gradient);
    // ∇A is ∇F and m times ∇f: with a large m the same rates would be too long.
    const double scale =
        fading(step, options.inner_steps) / std::max(1.0, std::abs(lagrangian.pull(residual)));
    const Products products = step_products(options, upper, lower.weights, lambda_slope);
    const double pull = lagrangian.pull_after_step(residual, scale * products.s, scale * products.q);
    if (!std::isfinite(pull) || !std::isfinite(upper.value.item<double>())) break;

    const torch::Tensor lambda_gradient =
        clip(scale * (upper.lambda + pull * lambda_slope), options.inner_clip_norm);
    lambda_velocity = options.inner_momentum * lambda_velocity + lambda_gradient;
    point.lambda = problem.space().clamp(point.lambda - options.inner_lambda_rate * lambda_velocity);
    for (size_t p = 0; p < point.weights.size(); ++p) {
      const torch::Tensor gradient =
          clip(scale * (upper.weights[p] + pull * lower.weights[p]), options.inner_clip_norm);
      velocity[p] = options.inner_momentum * velocity[p] + gradient;
      point.weights[p] = point.weights[p] - options.inner_learning_rate * velocity[p];
    }
    if (step % kStepsPerReport == 0) {
      const double part = static_cast<double>(step) / static_cast<double>(options.inner_steps);
      const double done =
          (static_cast<double>(iteration) + 0.5 * part) / static_cast<double>(options.iterations);
      if (!context.report_phase(done)) return false;
    }
  }
  evaluate_point(context, point);
  return true;
}

}  // namespace gbho
