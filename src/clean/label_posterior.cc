#include "clean/label_posterior.h"

#include <algorithm>
#include <cstddef>

namespace gbho::inline internal {
namespace {

// More of them hardly change a verdict; they would only sharpen what models say of hard rows.
constexpr int kSteps = 30;

constexpr double kLeast = 1e-300;

}  // namespace

std::vector<double> without_noise(const double* said, const ClassMatrix& noise) {
  const size_t classes = noise.size();
  std::vector<double> truth(said, said + classes);
  std::vector<double> ratio(classes);
  for (int step = 0; step < kSteps; ++step) {
    for (size_t label = 0; label < classes; ++label) {
      double expected = kLeast;
      for (size_t c = 0; c < classes; ++c) expected += truth[c] * noise[c][label];
      ratio[label] = said[label] / expected;
    }
    double sum = 0;
    for (size_t c = 0; c < classes; ++c) {
      double factor = 0;
      for (size_t label = 0; label < classes; ++label) factor += noise[c][label] * ratio[label];
      truth[c] *= factor;
      sum += truth[c];
    }
    for (double& share : truth) share /= std::max(sum, kLeast);
  }
  return truth;
}

Beliefs without_noise(const Beliefs& beliefs, const ClassMatrix& noise) {
  Beliefs truth = {beliefs.classes, {}, beliefs.given};
  truth.said.reserve(beliefs.said.size());
  for (size_t i = 0; i < beliefs.size(); ++i) {
    const std::vector<double> own = without_noise(beliefs.row(i), noise);
    truth.said.insert(truth.said.end(), own.begin(), own.end());
  }
  return truth;
}

std::vector<double> label_posterior(const double* truth, const ClassMatrix& noise, size_t given) {
  std::vector<double> classes(noise.size());
  double sum = 0;
  for (size_t c = 0; c < classes.size(); ++c) {
    classes[c] = truth[c] * noise[c][given] + kLeast;
    sum += classes[c];
  }
  for (double& share : classes) share /= sum;
  return classes;
}

}  // namespace gbho::inline internal
