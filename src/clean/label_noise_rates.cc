#include "clean/label_noise_rates.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "clean/confident_joint.h"
#include "clean/label_posterior.h"

namespace gbho::inline internal {
namespace {

// Measured on the development tables (docs/results/clean.md): from a fifth to a half of the rows makes little
// difference.
constexpr double kAnchorShare = 0.3;
constexpr size_t kFewestAnchors = 20;

// So many rows' worth of opinion that a class is like the others, and its wrong labels are spread evenly.
constexpr double kPriorRows = 2;

// No label is impossible: one row would otherwise rule out what all models believe.
constexpr double kLeastRate = 1e-6;

constexpr int kRounds = 20;

void normalize(std::vector<double>& row) {
  for (double& rate : row) rate = std::max(rate, kLeastRate);
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& rate : row) rate /= sum;
}

std::vector<size_t> anchors_of(const Beliefs& beliefs, size_t own, double share) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (beliefs.most_likely(i) == own) rows.push_back(i);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [&](size_t a, size_t b) { return beliefs.row(a)[own] > beliefs.row(b)[own]; });
  const auto wanted = static_cast<size_t>(share * static_cast<double>(rows.size()));
  if (rows.size() > std::max(kFewestAnchors, wanted)) rows.resize(std::max(kFewestAnchors, wanted));
  return rows;
}

/// Rates of one class from the labels of its anchors; `usual` is the share of wrong labels in all classes.
std::vector<double> shrunk_rates(const std::vector<double>& labels, size_t own, double usual) {
  const double rows = std::accumulate(labels.begin(), labels.end(), 0.0);
  const double wrong = (rows - labels[own] + kPriorRows * usual) / (rows + kPriorRows);
  const double evenly = kPriorRows / static_cast<double>(labels.size() - 1);
  const double others = rows - labels[own] + kPriorRows;
  std::vector<double> rates;
  rates.reserve(labels.size());
  for (size_t c = 0; c < labels.size(); ++c)
    rates.push_back(c == own ? 1 - wrong : wrong * (labels[c] + evenly) / others);
  return rates;
}

}  // namespace

ClassMatrix noise_of_joint(const ClassMatrix& joint) {
  ClassMatrix noise = class_matrix(joint.size());
  for (size_t own = 0; own < joint.size(); ++own) {
    double sum = 0;
    for (const std::vector<double>& row : joint) sum += row[own];
    for (size_t label = 0; label < joint.size(); ++label)
      noise[own][label] = sum > 0 ? joint[label][own] / sum : (label == own ? 1.0 : 0.0);
    normalize(noise[own]);
  }
  return noise;
}

ClassMatrix noise_at_anchors(const Beliefs& beliefs, double share) {
  ClassMatrix labels = class_matrix(beliefs.classes);
  double anchors = 0;
  double wrong = 0;
  for (size_t own = 0; own < beliefs.classes; ++own) {
    for (const size_t i : anchors_of(beliefs, own, share)) {
      labels[own][beliefs.given[i]] += 1;
      anchors += 1;
      if (beliefs.given[i] != own) wrong += 1;
    }
  }
  const double usual = anchors > 0 ? wrong / anchors : 0.0;
  ClassMatrix noise;
  noise.reserve(labels.size());
  for (size_t own = 0; own < labels.size(); ++own) {
    noise.push_back(shrunk_rates(labels[own], own, usual));
    normalize(noise.back());
  }
  return noise;
}

ClassMatrix noise_rates(const Beliefs& beliefs) {
  ClassMatrix mean = noise_at_anchors(beliefs, kAnchorShare);
  const ClassMatrix other = noise_of_joint(confident_joint(beliefs));
  for (size_t own = 0; own < mean.size(); ++own) {
    for (size_t label = 0; label < mean.size(); ++label)
      mean[own][label] = (mean[own][label] + other[own][label]) / 2;
  }
  return mean;
}

ClassMatrix fitted_noise(const Beliefs& truth, ClassMatrix noise) {
  for (int round = 0; round < kRounds; ++round) {
    ClassMatrix counts = class_matrix(truth.classes);
    for (size_t i = 0; i < truth.size(); ++i) {
      const std::vector<double> classes = label_posterior(truth.row(i), noise, truth.given[i]);
      for (size_t c = 0; c < classes.size(); ++c) counts[c][truth.given[i]] += classes[c];
    }
    for (size_t c = 0; c < counts.size(); ++c) {
      const double rows = std::accumulate(counts[c].begin(), counts[c].end(), 0.0);
      if (rows == 0) continue;
      noise[c] = counts[c];
      for (double& rate : noise[c]) rate /= rows;
      normalize(noise[c]);
    }
  }
  return noise;
}

}  // namespace gbho::inline internal
