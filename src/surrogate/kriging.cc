#include "gbho/surrogate/kriging.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gbho/base/error.h"
#include "surrogate/box.h"
#include "surrogate/covariance.h"
#include "surrogate/factor.h"
#include "surrogate/likelihood.h"
#include "surrogate/most_likely.h"

//   λ [n] = low + range·u;  N = t·b observations z, b = 1 or n+1: value, ∂/∂u_k = range_k ∂/∂λ_k
//   K = L Lᵀ [N, N],  k [N] covariance of the value at x with z,  J [N, n] = ∂k/∂u
//   φ̂ = μ̂ + kᵀα,               α = K⁻¹(z − μ̂e)     e: 1 for values, 0 for derivatives
//   ŝ² = σ̂² (1 − kᵀK⁻¹k + (1 − eᵀK⁻¹k)² / eᵀK⁻¹e)

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Values that differ by less than rounding are one constant: there is nothing to be likely.
bool without_variation(const KrigingSample& sample) {
  const double largest = sample.y.cwiseAbs().maxCoeff();
  const bool flat = sample.y.maxCoeff() - sample.y.minCoeff() <= 1e-14 * largest;
  return flat && (sample.gradients.size() == 0 || sample.gradients.isZero(0));
}

void check_sample(const KrigingSample& sample, Index n) {
  const Index t = sample.y.size();
  if (t == 0) throw Error("kriging: there are no points to fit");
  if (sample.x.rows() != t || sample.x.cols() != n) {
    throw Error(fmt::format("kriging: x is {} by {}; {} values in {} dimensions need {} by {}",
                            sample.x.rows(), sample.x.cols(), t, n, t, n));
  }
  const bool with_gradients = sample.gradients.size() > 0;
  if (with_gradients && (sample.gradients.rows() != t || sample.gradients.cols() != n)) {
    throw Error(fmt::format("kriging: gradients are {} by {}; give {} by {}, or none at all",
                            sample.gradients.rows(), sample.gradients.cols(), t, n));
  }
  for (Index i = 0; i < t; ++i) {
    if (!std::isfinite(sample.y[i]) || !sample.x.row(i).allFinite() ||
        (with_gradients && !sample.gradients.row(i).allFinite())) {
      throw Error(fmt::format(
          "kriging: point {} of {} (y = {}) has a number that is not finite; leave failed evaluations out",
          i + 1, t, sample.y[i]));
    }
  }
}

Covariance covariance_of(const KrigingOptions& options, const KrigingParameters& parameters,
                         const VectorXd& range, bool gradients) {
  const LikelyScales scales{parameters.lengths.cwiseQuotient(range), parameters.nugget,
                            parameters.gradient_nugget};
  return {options.correlation, gradients, unit_scales(scales, range)};
}

// [value, ∂/∂u]
VectorXd observed(double y, const VectorXd& gradient, const VectorXd& range) {
  VectorXd z(1 + gradient.size());
  z[0] = y;
  if (gradient.size() > 0) z.tail(gradient.size()) = gradient.cwiseProduct(range);
  return z;
}

}  // namespace

void KrigingOptions::validate() const {
  if (!(nugget >= 0) || !std::isfinite(nugget)) {
    throw ConfigError(fmt::format("nugget = {} must be a finite number, at least 0", nugget));
  }
  if (!(gradient_noise >= 0) || !std::isfinite(gradient_noise)) {
    throw ConfigError(fmt::format("gradient_noise = {} must be a finite number, at least 0", gradient_noise));
  }
  if (restarts < 0) throw ConfigError(fmt::format("restarts = {} must be at least 0", restarts));
  if (!(min_length > 0) || !(max_length >= min_length) || !std::isfinite(max_length)) {
    throw ConfigError(
        fmt::format("min_length = {} and max_length = {}: 0 < min_length ≤ max_length must hold", min_length,
                    max_length));
  }
}

Kriging::Kriging(VectorXd low, VectorXd high, KrigingOptions options)
    : low_(std::move(low)), high_(std::move(high)), options_(options) {
  options_.validate();
  check_box(low_, high_, "kriging");
}

void Kriging::accept(KrigingSample sample) {
  check_sample(sample, low_.size());
  sample_ = std::move(sample);
  const VectorXd range = high_ - low_;
  u_ = to_unit_box(sample_.x, low_, high_);
  const Index block = with_gradients() ? low_.size() + 1 : 1;
  z_.resize(size() * block);
  for (Index i = 0; i < size(); ++i) {
    const VectorXd gradient = with_gradients() ? VectorXd(sample_.gradients.row(i)) : VectorXd();
    z_.segment(i * block, block) = observed(sample_.y[i], gradient, range);
  }
}

void Kriging::fit(KrigingSample sample) {
  accept(std::move(sample));
  maximize_likelihood(false);
}

void Kriging::refit() {
  if (!fitted()) throw Error("kriging: refit() needs a sample; call fit() first");
  maximize_likelihood(true);
}

void Kriging::fit_fixed(KrigingSample sample, const KrigingParameters& parameters) {
  if (parameters.lengths.size() != low_.size() || !(parameters.lengths.array() > 0).all() ||
      !(parameters.nugget >= 0) || !(parameters.gradient_nugget >= 0) || !(parameters.jitter >= 0)) {
    throw Error(fmt::format(
        "kriging: fixed parameters need {} lengths above 0, and nuggets and jitter that are at least 0",
        low_.size()));
  }
  accept(std::move(sample));
  parameters_ = parameters;
  factorize();
}

void Kriging::maximize_likelihood(bool warm) {
  const VectorXd range = high_ - low_;
  const LikelihoodProblem problem{u_, z_, range, with_gradients(), options_};
  std::optional<LikelyScales> start;
  if (warm && parameters_.variance > 0) {
    start = LikelyScales{parameters_.lengths.cwiseQuotient(range), parameters_.nugget,
                         parameters_.gradient_nugget};
  }
  const LikelyScales best = without_variation(sample_) ? middling(problem) : most_likely(problem, start);
  parameters_.lengths = best.lengths.cwiseProduct(range);
  parameters_.nugget = best.nugget;
  parameters_.gradient_nugget = with_gradients() ? best.gradient_nugget : 0;
  parameters_.jitter = 0;
  factorize();
}

void Kriging::factorize() {
  const Covariance covariance = covariance_of(options_, parameters_, high_ - low_, with_gradients());
  factor_ = covariance.matrix(u_);
  parameters_.jitter = factorize_in_place(factor_, parameters_.jitter);
  solve_weights();
}

void Kriging::solve_weights() {
  Concentrated best = concentrate(factor_, z_, z_.size() / size());
  if (without_variation(sample_)) {  // exactly, not up to rounding
    best.mean = sample_.y[0];
    best.variance = 0;
    best.weights.setZero();
  }
  parameters_.mean = best.mean;
  parameters_.variance = best.variance;
  parameters_.log_likelihood = best.log_likelihood;
  weights_ = std::move(best.weights);
  one_weights_ = std::move(best.one_weights);
}

void Kriging::add(const VectorXd& x, double y, const VectorXd& gradient) {
  if (!fitted()) throw Error("kriging: add() extends a fitted model; call fit() first");
  if (with_gradients() != (gradient.size() > 0)) {
    throw Error(with_gradients() ? "kriging: the sample has gradients, so the new point needs one"
                                 : "kriging: the sample has no gradients, so the new point cannot have one");
  }
  KrigingSample one{x.transpose(), VectorXd::Constant(1, y), MatrixXd()};
  if (with_gradients()) one.gradients = gradient.transpose();
  check_sample(one, low_.size());

  const VectorXd range = high_ - low_;
  const Covariance covariance = covariance_of(options_, parameters_, range, with_gradients());
  const VectorXd point = (x - low_).cwiseQuotient(range);
  const MatrixXd rows = covariance.rows(point, u_);
  const MatrixXd own = ((1 + parameters_.jitter) * covariance.own()).asDiagonal();

  const Index t = size();
  sample_.x.conservativeResize(t + 1, Eigen::NoChange);
  sample_.x.row(t) = x.transpose();
  sample_.y.conservativeResize(t + 1);
  sample_.y[t] = y;
  if (with_gradients()) {
    sample_.gradients.conservativeResize(t + 1, Eigen::NoChange);
    sample_.gradients.row(t) = gradient.transpose();
  }
  u_.conservativeResize(t + 1, Eigen::NoChange);
  u_.row(t) = point.transpose();
  z_.conservativeResize(z_.size() + own.rows());
  z_.tail(own.rows()) = observed(y, gradient, range);
  if (extend_factor(factor_, rows, own)) {
    solve_weights();
  } else {
    factorize();  // the new point needs more jitter
  }
}

Prediction Kriging::predict(const VectorXd& x, bool gradients) const {
  if (!fitted()) throw Error("kriging: predict() needs a sample; call fit() first");
  if (x.size() != low_.size()) {
    throw Error(fmt::format("kriging: x has {} dimensions; the model has {}", x.size(), low_.size()));
  }
  const VectorXd range = high_ - low_;
  VectorXd k;
  MatrixXd jacobian;
  covariance_of(options_, parameters_, range, with_gradients())
      .cross((x - low_).cwiseQuotient(range), u_, k, jacobian);
  Prediction result;
  result.mean = parameters_.mean + k.dot(weights_);

  const VectorXd half = factor_.triangularView<Eigen::Lower>().solve(k);  // L⁻¹k
  const Index block = z_.size() / size();
  double ones = 0;  // eᵀK⁻¹e
  for (Index i = 0; i < z_.size(); i += block) ones += one_weights_[i];
  const double rest = 1 - one_weights_.dot(k);  // 1 − eᵀK⁻¹k
  const double relative = std::max(0.0, 1 - half.squaredNorm() + rest * rest / ones);
  result.error = std::sqrt(parameters_.variance * relative);
  if (!gradients) return result;

  result.mean_gradient = (jacobian.transpose() * weights_).cwiseQuotient(range);
  result.error_gradient = VectorXd::Zero(x.size());
  if (result.error > 0) {
    const VectorXd whole = factor_.triangularView<Eigen::Lower>().transpose().solve(half);
    const VectorXd slope = jacobian.transpose() * (whole + rest / ones * one_weights_);
    result.error_gradient = (-parameters_.variance / result.error * slope).cwiseQuotient(range);
  }
  return result;
}

}  // namespace gbho
