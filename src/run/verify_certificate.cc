#include "run/verify_certificate.h"

#include <cmath>
#include <vector>

// Symbols: observations z (values, then per point its n derivatives, if any), K their correlation matrix,
//   e = 1 for values and 0 for derivatives, k the correlations with φ at the certified λ:
//   μ̂ = eᵀK⁻¹z / eᵀK⁻¹e,  σ̂² = (z−μ̂e)ᵀK⁻¹(z−μ̂e)/N,  φ̂ = μ̂ + kᵀK⁻¹(z−μ̂e),
//   ŝ² = σ̂²[1 − kᵀK⁻¹k + (1−eᵀK⁻¹k)²/(eᵀK⁻¹e)].
// With d = (λ−λ')/l and κ(d), derivatives of the correlation in λ (a) and λ' (b) follow from
//   rbf:       κ_a = −d_a κ / l_a,        κ_ab = (δ_ab − d_a d_b) κ / (l_a l_b)
//   matern52:  κ_a = −h d_a / l_a,        κ_ab = (δ_ab h − 25/3·e^{−√5r} d_a d_b) / (l_a l_b),
//              h = 5/3·(1+√5r)·e^{−√5r}.

namespace gbho::inline internal {
namespace {

using Real = long double;
using Row = std::vector<Real>;
using Matrix = std::vector<Row>;

constexpr double kTolerance = 1e-5;

/// The correlation and its derivatives between two points.
class Pair {
 public:
  Pair(const Evidence& evidence, const std::vector<double>& a, const std::vector<double>& b)
      : lengths_(evidence.lengths) {
    Real squares = 0;
    for (size_t k = 0; k < a.size(); ++k) {
      d_.push_back((static_cast<Real>(a[k]) - b[k]) / lengths_[k]);
      squares += d_[k] * d_[k];
    }
    if (evidence.correlation == "matern52") {
      const Real s = std::sqrt(Real{5} * squares);
      const Real decay = std::exp(-s);
      value_ = (1 + s + s * s / 3) * decay;
      slope_ = Real{5} / 3 * (1 + s) * decay;
      bend_ = Real{25} / 3 * decay;
    } else {
      value_ = std::exp(-squares / 2);
      slope_ = value_;
      bend_ = value_;
    }
  }
  Real value() const { return value_; }
  /// ∂/∂b_k: the second point's derivative.
  Real second(size_t k) const { return slope_ * d_[k] / lengths_[k]; }
  /// ∂²/∂a_j∂b_k
  Real both(size_t j, size_t k) const {
    return ((j == k ? slope_ : Real{0}) - bend_ * d_[j] * d_[k]) / (lengths_[j] * lengths_[k]);
  }

 private:
  const std::vector<double>& lengths_;
  Row d_;
  Real value_;
  Real slope_;
  Real bend_;
};

/// Observation number o belongs to point o.point; part −1 is the value, k the derivative in λ_k.
struct Observation {
  size_t point;
  int part;
};

std::vector<Observation> observations(const Evidence& evidence) {
  std::vector<Observation> all;
  for (size_t i = 0; i < evidence.phi.size(); ++i) all.push_back({i, -1});
  for (size_t i = 0; i < evidence.gradients.size(); ++i) {
    for (size_t k = 0; k < evidence.lengths.size(); ++k) all.push_back({i, static_cast<int>(k)});
  }
  return all;
}

Real correlation(const Evidence& evidence, const Observation& a, const Observation& b) {
  const Pair pair(evidence, evidence.lambda[a.point], evidence.lambda[b.point]);
  if (a.part < 0 && b.part < 0) return pair.value();
  if (a.part < 0) return pair.second(static_cast<size_t>(b.part));
  if (b.part < 0) return -pair.second(static_cast<size_t>(a.part));
  return pair.both(static_cast<size_t>(a.part), static_cast<size_t>(b.part));
}

Matrix correlations(const Evidence& evidence, const std::vector<Observation>& all) {
  Matrix k(all.size(), Row(all.size()));
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < all.size(); ++j) k[i][j] = correlation(evidence, all[i], all[j]);
    k[i][i] *= 1 + static_cast<Real>(evidence.jitter);
    k[i][i] += all[i].part < 0 ? evidence.nugget : evidence.gradient_nugget;
  }
  return k;
}

// K⁻¹b for several right-hand sides, by Gaussian elimination with row exchanges. False when K is singular.
bool solve(Matrix k, std::vector<Row>& sides) {
  const size_t n = k.size();
  for (size_t c = 0; c < n; ++c) {
    size_t pivot = c;
    for (size_t r = c + 1; r < n; ++r) {
      if (std::abs(k[r][c]) > std::abs(k[pivot][c])) pivot = r;
    }
    if (k[pivot][c] == 0) return false;
    std::swap(k[pivot], k[c]);
    for (Row& side : sides) std::swap(side[pivot], side[c]);
    for (size_t r = c + 1; r < n; ++r) {
      const Real factor = k[r][c] / k[c][c];
      if (factor == 0) continue;
      for (size_t j = c; j < n; ++j) k[r][j] -= factor * k[c][j];
      for (Row& side : sides) side[r] -= factor * side[c];
    }
  }
  for (Row& side : sides) {
    for (size_t r = n; r-- > 0;) {
      for (size_t j = r + 1; j < n; ++j) side[r] -= k[r][j] * side[j];
      side[r] /= k[r][r];
    }
  }
  return true;
}

Real dot(const Row& a, const Row& b) {
  Real sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

bool close(double claimed, Real own, double scale) {
  return std::abs(claimed - static_cast<double>(own)) <= kTolerance * (std::abs(claimed) + scale);
}

bool kriging_agrees(const Certificate& certificate) {
  const Evidence& evidence = certificate.evidence;
  const std::vector<Observation> all = observations(evidence);
  Row z;
  Row e;
  Row k;
  double scale = 1e-12;
  for (const Observation& o : all) {
    const Pair pair(evidence, certificate.lambda, evidence.lambda[o.point]);
    const auto part = static_cast<size_t>(o.part);
    z.push_back(o.part < 0 ? evidence.phi[o.point] : evidence.gradients[o.point][part]);
    e.push_back(o.part < 0 ? 1 : 0);
    k.push_back(o.part < 0 ? pair.value() : pair.second(part));
  }
  for (const double phi : evidence.phi) scale = std::max(scale, std::abs(phi));
  std::vector<Row> sides = {z, e, k};
  if (!solve(correlations(evidence, all), sides)) return false;
  const Real ee = dot(e, sides[1]);
  const Real mean = dot(e, sides[0]) / ee;
  Row centered = z;
  Row weights = sides[0];
  for (size_t i = 0; i < z.size(); ++i) {
    centered[i] -= mean * e[i];
    weights[i] -= mean * sides[1][i];
  }
  const Real variance = std::max(Real{0}, dot(centered, weights)) / static_cast<Real>(z.size());
  const Real phi_hat = mean + dot(k, weights);
  const Real rest = 1 - dot(e, sides[2]);
  const Real error = std::sqrt(variance * std::max(Real{0}, 1 - dot(k, sides[2]) + rest * rest / ee));
  return close(certificate.phi_hat, phi_hat, scale) && close(certificate.s_hat, error, scale);
}

bool bound_agrees(const Certificate& certificate) {
  const Evidence& evidence = certificate.evidence;
  if (evidence.model_loss.empty()) return !std::isfinite(certificate.phi_upper_bound);
  Real least = certificate.f;
  for (size_t i = 0; i < evidence.model_loss.size(); ++i) {
    Real value = evidence.model_loss[i];
    for (size_t k = 0; k < certificate.lambda.size(); ++k) {
      value += std::exp(static_cast<Real>(certificate.lambda[k])) * evidence.model_penalty[i][k];
    }
    least = std::min(least, value);
  }
  return close(certificate.phi_upper_bound, least, 0);
}

}  // namespace

bool verify_certificate(const Certificate& certificate) {
  const double gap = std::abs(certificate.phi_hat - certificate.f);
  const double reach = certificate.z * certificate.s_hat;
  const bool bounded = std::isfinite(certificate.phi_upper_bound);
  const double above = bounded ? certificate.f - certificate.phi_upper_bound : 0;
  return kriging_agrees(certificate) && bound_agrees(certificate) &&
         certificate.c1 == (certificate.s_hat <= certificate.delta) &&
         certificate.c2 == (gap <= certificate.epsilon) &&
         close(certificate.bound, std::max(reach + gap, above), 1e-9) &&
         close(certificate.violation, std::max(0.0, certificate.f - certificate.phi_hat - reach), 1e-9) &&
         close(certificate.probability, 1 - std::erfc(certificate.z / std::sqrt(2.0)) / 2, 0);
}

}  // namespace gbho::inline internal
