#include "clean/sharpness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace gbho::inline internal {
namespace {

constexpr double kLeastShare = 1e-12;
constexpr double kLeastPower = 0.5;
constexpr double kMostPower = 4;
constexpr int kPowers = 13;  // in equal ratios

void sharpen(const double* said, size_t classes, double power, double* sharper) {
  const double most = std::max(*std::max_element(said, said + classes), kLeastShare);
  double sum = 0;
  for (size_t c = 0; c < classes; ++c)
    sum += sharper[c] = std::pow(std::max(said[c], kLeastShare) / most, power);
  for (size_t c = 0; c < classes; ++c) sharper[c] /= sum;
}

double log_likelihood_at(double power, const Beliefs& truth, const ClassMatrix& noise,
                         const std::vector<bool>& trusted) {
  std::vector<double> classes(truth.classes);
  double sum = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    sharpen(truth.row(i), truth.classes, power, classes.data());
    const size_t label = truth.given[i];
    double said = trusted[i] ? classes[label] : 0;
    for (size_t c = 0; !trusted[i] && c < truth.classes; ++c) said += classes[c] * noise[c][label];
    sum += std::log(std::max(said, kLeastShare));
  }
  return sum;
}

}  // namespace

Beliefs sharpened(const Beliefs& truth, double power) {
  Beliefs sharper = truth;
  for (size_t i = 0; i < truth.size(); ++i)
    sharpen(truth.row(i), truth.classes, power, sharper.said.data() + i * truth.classes);
  return sharper;
}

double best_power(const Beliefs& truth, const ClassMatrix& noise, const std::vector<bool>& trusted) {
  double best = 1;
  double highest = -std::numeric_limits<double>::infinity();
  for (int step = 0; step < kPowers; ++step) {
    const double power = kLeastPower * std::pow(kMostPower / kLeastPower, step / (kPowers - 1.0));
    const double likelihood = log_likelihood_at(power, truth, noise, trusted);
    if (likelihood <= highest) continue;
    highest = likelihood;
    best = power;
  }
  return best;
}

}  // namespace gbho::inline internal
