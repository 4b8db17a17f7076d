#include "surrogate/most_likely.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "surrogate/climb.h"
#include "surrogate/factor.h"
#include "surrogate/likelihood.h"

// θ, the point of the search: [log l_1 … log l_n, log ν (if estimated), log ν_g (if estimated)]
//   ν    noise of a value over σ²
//   ν_g  noise of a partial derivative (y per unit of λ) over σ²

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kLargestNugget = 1e3;
constexpr double kFirstLength = 0.5;
constexpr double kFirstNugget = 1e-4;
constexpr double kFirstGradientNugget = 1e-2;
constexpr int kRandomPoints = 8;
constexpr int kLeapPlaces = 8;
constexpr double kLeapDistance = 1.2;  // of logarithms: nearer places belong to the same hill
constexpr ClimbLimits kRough{100, 1e-3, 1e-3};
constexpr ClimbLimits kPolish{200, 1e-9, 1e-7};
constexpr int kFloorRounds = 8;
constexpr double kFloorTolerance = 1e-3;

// Gradient nuggets of the unit box, as one of λ's own units.
double per_unit(const LikelihoodProblem& problem, double unit_nugget) {
  return unit_nugget / problem.range.squaredNorm() * static_cast<double>(problem.range.size());
}

class LikelihoodSearch {
 public:
  LikelihoodSearch(const LikelihoodProblem& problem, double least_gradient_nugget)
      : problem_(problem),
        least_gradient_nugget_(least_gradient_nugget),
        estimate_gradient_(problem.gradients && problem.options.estimate_gradient_noise) {
    const KrigingOptions& options = problem.options;
    const LikelyScales least{VectorXd::Constant(dimensions(), options.min_length), least_nugget(),
                             least_gradient_nugget};
    const LikelyScales most{VectorXd::Constant(dimensions(), options.max_length),
                            std::max(kLargestNugget, 10 * least_nugget()),
                            std::max(per_unit(problem, kLargestNugget), 10 * least_gradient_nugget)};
    low_ = theta(least);
    high_ = theta(most);
  }

  Summit from(const LikelyScales& start, const ClimbLimits& limits) const {
    return climb_theta(theta(start), limits);
  }

  // The best of a few random points: values cost a third of slopes, and far from any maximum tell as much.
  LikelyScales promising(Stream& stream) const {
    LikelyScales best = random(stream);
    double best_value = value(theta(best), nullptr);
    for (int i = 1; i < kRandomPoints; ++i) {
      const LikelyScales other = random(stream);
      const double other_value = value(theta(other), nullptr);
      if (other_value > best_value) {
        best = other;
        best_value = other_value;
      }
    }
    return best;
  }

  // Local maxima differ, as a rule, in one coordinate: a dimension that matters or does not, noise or none.
  // So one coordinate at a time is put elsewhere, and the search goes on from the best such place.
  Summit leap(Summit best) const {
    for (Index k = 0; k < low_.size(); ++k) {
      const Summit other = climb_theta(elsewhere(best.x, k), kRough);
      if (other.value > best.value + kRough.value_tolerance) best = other;
    }
    return best;
  }

  LikelyScales scales(const VectorXd& point) const {
    LikelyScales result;
    const Index n = dimensions();
    result.lengths = point.head(n).array().exp().matrix();
    Index next = n;
    result.nugget = problem_.options.estimate_nugget ? std::exp(point[next++]) : problem_.options.nugget;
    result.gradient_nugget = estimate_gradient_ ? std::exp(point[next++]) : least_gradient_nugget_;
    return result;
  }

 private:
  Index dimensions() const { return problem_.u.cols(); }

  Summit climb_theta(const VectorXd& start, const ClimbLimits& limits) const {
    const BoxFunction function = [this](const VectorXd& point, VectorXd* gradient) {
      return value(point, gradient);
    };
    return climb(function, low_, high_, start, limits);
  }

  VectorXd elsewhere(VectorXd point, Index k) const {
    const double here = point[k];
    double best = here;
    double best_value = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < kLeapPlaces; ++i) {
      point[k] = low_[k] + (i + 0.5) / kLeapPlaces * (high_[k] - low_[k]);
      if (std::abs(point[k] - here) < kLeapDistance) continue;
      const double there = value(point, nullptr);
      if (there <= best_value) continue;
      best = point[k];
      best_value = there;
    }
    point[k] = best;
    return point;
  }

  LikelyScales random(Stream& stream) const {
    LikelyScales start = scales(low_);
    for (double& length : start.lengths) {
      length = between(problem_.options.min_length, problem_.options.max_length, stream);
    }
    start.nugget = between(least_nugget(), 1, stream);
    start.gradient_nugget = between(least_gradient_nugget_, per_unit(problem_, 1), stream);
    return start;
  }

  VectorXd theta(const LikelyScales& given) const {
    const Index n = dimensions();
    VectorXd point(n + (problem_.options.estimate_nugget ? 1 : 0) + (estimate_gradient_ ? 1 : 0));
    point.head(n) = given.lengths.array().log().matrix();
    Index next = n;
    if (problem_.options.estimate_nugget) point[next++] = std::log(given.nugget);
    if (estimate_gradient_) point[next++] = std::log(given.gradient_nugget);
    return point;
  }

  // A logarithm needs a positive number, even when the options allow zero.
  double least_nugget() const { return std::max(problem_.options.nugget, 1e-14); }

  static double between(double low, double high, Stream& stream) {
    return low * std::pow(std::max(high, low) / low, stream.uniform());
  }

  double value(const VectorXd& point, VectorXd* gradient) const {
    if (problem_.options.stop && problem_.options.stop()) throw Error("kriging: stopped by the caller");
    const Scales here = unit_scales(scales(point), problem_.range);
    LikelihoodSlope slope;
    const double result = log_likelihood(problem_.options.correlation, problem_.gradients, here, problem_.u,
                                         problem_.z, 0, gradient == nullptr ? nullptr : &slope);
    if (gradient == nullptr) return result;
    gradient->resize(point.size());
    gradient->head(dimensions()) = slope.lengths;
    Index next = dimensions();
    if (problem_.options.estimate_nugget) (*gradient)[next++] = slope.nugget;
    if (estimate_gradient_) (*gradient)[next++] = slope.gradient_nugget;
    return result;
  }

  const LikelihoodProblem& problem_;
  double least_gradient_nugget_;
  bool estimate_gradient_;
  VectorXd low_, high_;
};

double fitted_variance(const LikelihoodProblem& problem, const LikelyScales& scales) {
  const Covariance covariance(problem.options.correlation, problem.gradients,
                              unit_scales(scales, problem.range));
  Eigen::MatrixXd k = covariance.matrix(problem.u);
  factorize_in_place(k, 0);
  return concentrate(k, problem.z, covariance.block()).variance;
}

// The floor of gradient noise is absolute, the nugget relative to σ̂², which the nugget changes: a fixed
// point.
LikelyScales raise_to_floor(const LikelihoodProblem& problem, LikelyScales scales) {
  const double floor = problem.options.gradient_noise * problem.options.gradient_noise;
  for (int round = 0; round < kFloorRounds; ++round) {
    const double variance = fitted_variance(problem, scales);
    if (variance <= 0 || scales.gradient_nugget * variance >= floor * (1 - kFloorTolerance)) break;
    const LikelihoodSearch search(problem, floor / variance);
    scales.gradient_nugget = floor / variance;
    scales = search.scales(search.from(scales, kPolish).x);
  }
  return scales;
}

}  // namespace

Scales unit_scales(const LikelyScales& scales, const VectorXd& range) {
  return {scales.lengths, scales.nugget, (scales.gradient_nugget * range.array().square()).matrix()};
}

LikelyScales middling(const LikelihoodProblem& problem) {
  const KrigingOptions& options = problem.options;
  const double least = options.nugget;
  return {
      VectorXd::Constant(problem.u.cols(), std::clamp(kFirstLength, options.min_length, options.max_length)),
      options.estimate_nugget ? std::max(least, kFirstNugget) : least,
      per_unit(problem, options.estimate_gradient_noise ? std::max(least, kFirstGradientNugget) : least)};
}

LikelyScales most_likely(const LikelihoodProblem& problem, const std::optional<LikelyScales>& warm) {
  const LikelihoodSearch search(problem, per_unit(problem, std::max(problem.options.nugget, 1e-14)));
  Summit best = search.from(warm.value_or(middling(problem)), kRough);
  Stream stream(problem.options.seed, "surrogate.restarts");
  for (int restart = 0; restart < problem.options.restarts; ++restart) {
    const Summit other = search.from(search.promising(stream), kRough);
    if (other.value > best.value) best = other;
  }
  best = search.leap(best);
  const LikelyScales scales = search.scales(search.from(search.scales(best.x), kPolish).x);
  const bool has_floor = problem.gradients && problem.options.gradient_noise > 0;
  return has_floor ? raise_to_floor(problem, scales) : scales;
}

}  // namespace gbho::inline internal
