#include "gbho/surrogate/acquisition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

//   z = (best − φ̂)/ŝ,  EI = ŝ h(z),  h(z) = φ(z) + zΦ(z)         φ, Φ: normal density and distribution
//   ∂EI/∂φ̂ = −Φ(z),  ∂EI/∂ŝ = φ(z),  h' = Φ
// Far out, with r = 1/z² and (2k−1)!! = 1·3·5…(2k−1):
//   Φ(z) = φ(z)/|z| Σ_k (−1)ᵏ (2k−1)!! rᵏ,      h(z) = φ(z) r Σ_k (−1)ᵏ (2k+1)!! rᵏ

namespace gbho {
namespace {

constexpr double kFarOut = -12;  // here φ + zΦ still has 13 digits, and the series has 16

double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double normal_distribution(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

// Σ_k (−r)ᵏ (first)(first+2)…: stops at rounding.
double alternating_series(double r, double first) {
  double sum = 1;
  double term = 1;
  for (int k = 0; k < 40; ++k) {
    term *= -r * (first + 2 * k);
    if (std::abs(term) < 1e-17) break;
    sum += term;
  }
  return sum;
}

struct LogImprovement {
  double value;  // log h(z)
  double slope;  // Φ(z)/h(z)
};

LogImprovement log_improvement(double z) {
  if (z > kFarOut) {
    const double h = normal_density(z) + z * normal_distribution(z);
    return {std::log(h), normal_distribution(z) / h};
  }
  const double r = 1 / (z * z);
  const double tail = alternating_series(r, 3);
  return {-z * z / 2 - std::log(2 * std::numbers::pi) / 2 + std::log(r) + std::log(tail),
          -z * alternating_series(r, 1) / tail};
}

}  // namespace

double expected_improvement(const Prediction& prediction, double best, Eigen::VectorXd* gradient) {
  const double gain = best - prediction.mean;
  if (prediction.error <= 0) {
    if (gradient != nullptr) *gradient = (gain > 0 ? -1.0 : 0.0) * prediction.mean_gradient;
    return std::max(0.0, gain);
  }
  const double z = gain / prediction.error;
  const double distribution = normal_distribution(z);
  const double density = normal_density(z);
  if (gradient != nullptr) {
    *gradient = -distribution * prediction.mean_gradient + density * prediction.error_gradient;
  }
  if (z < kFarOut) return prediction.error * std::exp(log_improvement(z).value);
  return prediction.error * (density + z * distribution);
}

double log_expected_improvement(const Prediction& prediction, double best, Eigen::VectorXd* gradient) {
  const double gain = best - prediction.mean;
  if (prediction.error <= 0) {
    if (gradient != nullptr) {
      gradient->setZero(prediction.mean_gradient.size());
      if (gain > 0) *gradient = -prediction.mean_gradient / gain;
    }
    return gain > 0 ? std::log(gain) : -std::numeric_limits<double>::infinity();
  }
  const double z = gain / prediction.error;
  const LogImprovement log_h = log_improvement(z);
  if (gradient != nullptr) {
    *gradient =
        (-log_h.slope * prediction.mean_gradient + (1 - z * log_h.slope) * prediction.error_gradient) /
        prediction.error;
  }
  return std::log(prediction.error) + log_h.value;
}

double lower_confidence_bound(const Prediction& prediction, double kappa, Eigen::VectorXd* gradient) {
  if (gradient != nullptr) *gradient = prediction.mean_gradient - kappa * prediction.error_gradient;
  return prediction.mean - kappa * prediction.error;
}

}  // namespace gbho
