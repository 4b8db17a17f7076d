#include "run/class_factors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "predictor/class_counts.h"
#include "predictor/decided_class.h"

namespace gbho::inline internal {
namespace {

// Powers of the inverse frequencies that are tried.
constexpr double kLargestPower = 1.5;
constexpr int kPowers = 31;
// Sweeps over the classes; with more of them the power alone is tuned.
constexpr int kClassSweeps = 2;
constexpr int64_t kMostTunedClasses = 50;
// A factor beyond the last row that it could win over goes on by this.
constexpr double kBeyondLast = 2;

double metric_of(const std::string& metric, const ClassCounts& counts) {
  return metric == "f1" ? counts.f1() : counts.balanced_accuracy();
}

double metric_with(const std::string& metric, const ClassRows& rows, const std::vector<double>& factors) {
  ClassCounts counts(static_cast<size_t>(rows.classes));
  for (const int64_t i : rows.rows)
    counts.add(rows.truth[static_cast<size_t>(i)], decided_class(rows.row(i), rows.classes, factors));
  return metric_of(metric, counts);
}

std::vector<double> power_factors(const ClassRows& rows, double power) {
  std::vector<double> count(static_cast<size_t>(rows.classes));
  for (const int64_t i : rows.rows) ++count[static_cast<size_t>(rows.truth[static_cast<size_t>(i)])];
  const double most = *std::max_element(count.begin(), count.end());
  std::vector<double> factors;
  factors.reserve(count.size());
  for (const double own : count) factors.push_back(std::pow(most / std::max(own, 1.0), power));
  return factors;
}

std::vector<double> tuned_power(const std::string& metric, const ClassRows& rows) {
  std::vector<double> best;
  double best_metric = -1;
  for (int k = 0; k < kPowers; ++k) {
    std::vector<double> factors = power_factors(rows, kLargestPower * k / (kPowers - 1));
    const double value = metric_with(metric, rows, factors);
    if (value <= best_metric) continue;
    best_metric = value;
    best = std::move(factors);
  }
  return best;
}

/// A row that goes over to a class when its factor passes a threshold.
struct Turn {
  double threshold = 0;
  int64_t row = 0;
  int64_t from = 0;  ///< what it is decided to be before
};

// With the factors of all other classes held.
std::vector<Turn> turns_to(int64_t c, const ClassRows& rows, std::vector<double> factors,
                           ClassCounts& before) {
  factors[static_cast<size_t>(c)] = 0;
  std::vector<Turn> turns;
  for (const int64_t i : rows.rows) {
    const double* p = rows.row(i);
    int64_t other = decided_class(p, rows.classes, factors);
    if (other == c) other = c == 0 ? 1 : 0;  // all others have probability 0
    before.add(rows.truth[static_cast<size_t>(i)], other);
    if (p[c] > 0) turns.push_back({factors[static_cast<size_t>(other)] * p[other] / p[c], i, other});
  }
  std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
    return a.threshold != b.threshold ? a.threshold < b.threshold : a.row < b.row;
  });
  return turns;
}

// The factor of class c that is best while the others stay, in the middle between two thresholds.
void tune_factor(int64_t c, const std::string& metric, const ClassRows& rows, std::vector<double>& factors) {
  ClassCounts counts(static_cast<size_t>(rows.classes));
  const std::vector<Turn> turns = turns_to(c, rows, factors, counts);
  double best = metric_with(metric, rows, factors);
  for (size_t t = 0; t < turns.size(); ++t) {
    const int64_t is = rows.truth[static_cast<size_t>(turns[t].row)];
    counts.add(is, turns[t].from, -1);
    counts.add(is, c);
    const double here = turns[t].threshold;
    const double next = t + 1 < turns.size() ? turns[t + 1].threshold : here * kBeyondLast;
    if (next <= here || here <= 0) continue;
    const double value = metric_of(metric, counts);
    if (value <= best) continue;
    best = value;
    factors[static_cast<size_t>(c)] = std::sqrt(here * next);
  }
}

std::vector<double> tuned(const std::string& metric, const ClassRows& rows) {
  std::vector<double> factors = tuned_power(metric, rows);
  if (rows.classes > kMostTunedClasses) return factors;
  for (int sweep = 0; sweep < kClassSweeps; ++sweep) {
    for (int64_t c = 0; c < rows.classes; ++c) tune_factor(c, metric, rows, factors);
  }
  return factors;
}

void make_most_frequent_one(const ClassRows& rows, std::vector<double>& factors) {
  const std::vector<double> inverse = power_factors(rows, 1);
  const auto most = std::min_element(inverse.begin(), inverse.end()) - inverse.begin();
  const double unit = factors[static_cast<size_t>(most)];
  for (double& factor : factors) factor /= unit;
}

}  // namespace

const std::vector<std::string>& decision_rules() {
  static const std::vector<std::string> rules = {"most_probable", "inverse_frequency", "tuned_power",
                                                 "tuned"};
  return rules;
}

std::vector<double> class_factors(const std::string& rule, const std::string& metric, const ClassRows& rows) {
  std::vector<double> factors = rule == "most_probable"       ? power_factors(rows, 0)
                                : rule == "inverse_frequency" ? power_factors(rows, 1)
                                : rule == "tuned_power"       ? tuned_power(metric, rows)
                                                              : tuned(metric, rows);
  make_most_frequent_one(rows, factors);
  return factors;
}

}  // namespace gbho::inline internal
