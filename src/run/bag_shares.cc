#include "run/bag_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/out_of_fold.h"

// Symbols: G models, N examples, w [G] shares, v [G] those of the prior, p [N] = Σ_g w_g said_g.
// Exponentiated gradient (mirror descent with the entropy), whose step halves until the objective does not
// rise. Plain loops in double, in one order: the shares depend on nothing but the numbers.

namespace gbho::inline internal {
namespace {

constexpr int kSteps = 300;
constexpr double kEnough = 1e-9;  // of the first loss: a step that gains less is the last
constexpr int kHalves = 40;
constexpr double kLargestFall = 50;  // of log w in one step

std::vector<double> average_of(const Said& said, const std::vector<double>& shares) {
  std::vector<double> average(said.front().size(), 0.0);
  for (size_t g = 0; g < said.size(); ++g) {
    if (shares[g] == 0) continue;
    for (size_t i = 0; i < average.size(); ++i) average[i] += shares[g] * said[g][i];
  }
  return average;
}

double mean_loss(const std::vector<double>& average, bool regression) {
  double loss = 0;
  for (const double p : average) loss += regression ? p * p : -std::log(std::max(p, kLeastProbability));
  return loss / static_cast<double>(average.size());
}

class Shares {
 public:
  Shares(const Said& said, const std::vector<double>& prior, bool regression, double spread)
      : said_(said),
        v_(prior),
        regression_(regression),
        pull_(spread / static_cast<double>(said.front().size())),
        w_(prior) {
    if (regression) pull_ *= 2 * best_alone();
  }

  std::vector<double> solve() {
    double value = objective(w_);
    const double enough = kEnough * std::abs(value);
    double step = 1 / std::max(std::abs(value), std::numeric_limits<double>::min());
    for (int k = 0; k < kSteps; ++k) {
      const std::vector<double> slope = gradient();
      std::vector<double> next = moved(slope, step);
      double there = objective(next);
      for (int halves = 0; there > value && halves < kHalves; ++halves) {
        step /= 2;
        next = moved(slope, step);
        there = objective(next);
      }
      const double gain = value - there;
      if (gain <= 0) break;
      w_ = std::move(next);
      value = there;
      if (gain < enough) break;
      step *= 1.5;
    }
    return w_;
  }

 private:
  double best_alone() const {
    double best = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& own : said_) best = std::min(best, mean_loss(own, true));
    return best;
  }

  double objective(const std::vector<double>& w) const {
    double entropy = 0;
    for (size_t g = 0; g < w.size(); ++g) {
      if (w[g] > 0) entropy += w[g] * std::log(w[g] / v_[g]);
    }
    return mean_loss(average_of(said_, w), regression_) + pull_ * entropy;
  }

  std::vector<double> gradient() const {
    std::vector<double> outer = average_of(said_, w_);
    const auto count = static_cast<double>(outer.size());
    for (double& p : outer) p = (regression_ ? 2 * p : -1 / std::max(p, kLeastProbability)) / count;
    std::vector<double> slope(w_.size());
    for (size_t g = 0; g < w_.size(); ++g) {
      double sum = 0;
      for (size_t i = 0; i < outer.size(); ++i) sum += outer[i] * said_[g][i];
      const double share = std::max(w_[g], std::numeric_limits<double>::min());
      slope[g] = sum + pull_ * (std::log(share / v_[g]) + 1);
    }
    return slope;
  }

  std::vector<double> moved(const std::vector<double>& slope, double step) const {
    const double steepest = *std::min_element(slope.begin(), slope.end());
    std::vector<double> next(w_.size());
    double sum = 0;
    for (size_t g = 0; g < w_.size(); ++g) {
      next[g] = w_[g] * std::exp(-std::min(step * (slope[g] - steepest), kLargestFall));
      sum += next[g];
    }
    for (double& share : next) share /= sum;
    return next;
  }

  const Said& said_;
  const std::vector<double>& v_;
  bool regression_;
  double pull_;
  std::vector<double> w_;
};

}  // namespace

double loss_of_average(const Said& said, const std::vector<double>& shares, bool regression) {
  return mean_loss(average_of(said, shares), regression);
}

std::vector<double> shares_of_average(const Said& said, const std::vector<double>& prior, bool regression,
                                      double spread) {
  return Shares(said, prior, regression, spread).solve();
}

}  // namespace gbho::inline internal
