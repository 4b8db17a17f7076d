#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>

namespace gbho {

/// Stationary correlations, one length scale per dimension. With r² = Σ_k ((λ_k−λ'_k)/l_k)²:
///   kRbf        exp(−r²/2)
///   kMatern52   (1 + √5 r + 5r²/3) exp(−√5 r)
enum class Correlation { kRbf, kMatern52 };

struct KrigingOptions {
  Correlation correlation = Correlation::kRbf;
  bool estimate_nugget = true;
  double nugget =
      1e-8;  ///< relative to σ²: K = κ + nugget·I. The value when fixed, the smallest when estimated
  double gradient_noise = 0;  ///< floor of the standard deviation of a partial derivative, y per unit of λ
  bool estimate_gradient_noise = true;  ///< values above the floor may be estimated
  int restarts = 5;                     ///< random starts of the likelihood search, beside the first
  double min_length = 0.05;  ///< bounds of the length scales, as parts of high − low in each dimension
  double max_length = 20;
  uint64_t seed = 0;  ///< of the random starts
  /// Asked at every step of the likelihood search; true ends it with an Error.
  std::function<bool()> stop;

  /// Throws ConfigError.
  void validate() const;
};

struct KrigingParameters {
  Eigen::VectorXd lengths;     ///< [n], in λ's own units
  double nugget = 0;           ///< noise variance of a value over σ²
  double gradient_nugget = 0;  ///< noise variance of a partial derivative (y per unit of λ) over σ²
  double mean = 0;             ///< μ̂
  double variance = 0;         ///< σ̂²
  double log_likelihood = 0;   ///< concentrated: μ̂ and σ̂² put in
  double jitter = 0;  ///< what the diagonal of K was raised by, relatively, to make it factor; usually 0
};

struct KrigingSample {
  Eigen::MatrixXd x;          ///< [t, n]
  Eigen::VectorXd y;          ///< [t]
  Eigen::MatrixXd gradients;  ///< [t, n] ∂y/∂λ, or empty: values alone
};

struct Prediction {
  double mean = 0;                 ///< φ̂
  double error = 0;                ///< ŝ, the standard error
  Eigen::VectorXd mean_gradient;   ///< [n]
  Eigen::VectorXd error_gradient;  ///< [n]; zero where ŝ is zero
};

/// Ordinary kriging of values, or of values and gradients (docs/surrogate.md has the formulas).
class Kriging {
 public:
  /// The box scales the inputs; points may lie outside it. Throws ConfigError when low < high does not hold.
  Kriging(Eigen::VectorXd low, Eigen::VectorXd high, KrigingOptions options = {});

  /// Maximum likelihood. Throws Error when shapes do not fit or a number is not finite.
  void fit(KrigingSample sample);
  /// Lengths, nuggets and jitter as given; mean and variance from the formulas.
  void fit_fixed(KrigingSample sample, const KrigingParameters& parameters);
  /// One more point: extends the Cholesky factor and keeps lengths and nuggets. O(t²).
  void add(const Eigen::VectorXd& x, double y, const Eigen::VectorXd& gradient = {});
  /// Maximum likelihood again, from the present parameters and from `restarts` random starts.
  void refit();

  /// Without `gradients`, those of the prediction stay empty, and it takes half the time.
  Prediction predict(const Eigen::VectorXd& x, bool gradients = true) const;

  const KrigingParameters& parameters() const { return parameters_; }
  const KrigingSample& sample() const { return sample_; }
  const KrigingOptions& options() const { return options_; }
  const Eigen::VectorXd& low() const { return low_; }
  const Eigen::VectorXd& high() const { return high_; }
  int64_t dimensions() const { return low_.size(); }
  int64_t size() const { return sample_.y.size(); }
  bool fitted() const { return size() > 0; }

 private:
  bool with_gradients() const { return sample_.gradients.size() > 0; }
  void accept(KrigingSample sample);
  void maximize_likelihood(bool warm);
  void factorize();
  void solve_weights();

  Eigen::VectorXd low_, high_;
  KrigingOptions options_;
  KrigingSample sample_;
  KrigingParameters parameters_;
  Eigen::MatrixXd u_;            // [t, n] sample_.x in the unit box
  Eigen::VectorXd z_;            // [N] what was observed, per point: value, then ∂/∂u
  Eigen::MatrixXd factor_;       // [N, N] lower triangle: K = L Lᵀ
  Eigen::VectorXd weights_;      // [N] K⁻¹(z − μ̂e)
  Eigen::VectorXd one_weights_;  // [N] K⁻¹e, e = 1 for values, 0 for derivatives
};

}  // namespace gbho
