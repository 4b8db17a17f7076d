#include "clean/label_noise_rates.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace gbho::inline internal {
namespace {

// Measured on the development tables (docs/results/clean.md): with more of them, overlap is taken for noise.
constexpr double kAnchorShare = 0.3;
constexpr size_t kFewestAnchors = 40;

// So many rows' worth of opinion that a class is like the others, and its wrong labels are spread evenly.
constexpr double kPriorRows = 2;

// No label is impossible: one row would otherwise rule out what all models believe.
constexpr double kLeastRate = 1e-6;

// Logarithm: errors are taken to be spread evenly unless pairs are twenty times likelier.
constexpr double kOddsOfEven = 3;

constexpr int kRounds = 20;
constexpr double kFirstRate = 0.1;

/// Of every class, how many anchors carry each label.
using LabelCounts = ClassMatrix;

void normalize(std::vector<double>& row) {
  for (double& rate : row) rate = std::max(rate, kLeastRate);
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& rate : row) rate /= sum;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The share of wrong labels in all classes.
double usual_rate(const LabelCounts& counts) {
  double all = 0;
  double wrong = 0;
  for (size_t own = 0; own < counts.size(); ++own) {
    const double rows = sum_of(counts[own]);
    all += rows;
    wrong += rows - counts[own][own];
  }
  const double most = 1 - 1 / static_cast<double>(counts.size());
  return all > 0 ? std::clamp(wrong / all, kLeastRate, most) : kLeastRate;
}

/// Rates of one class from the labels of its anchors; `usual` is the share of wrong labels in all classes.
std::vector<double> shrunk_rates(const std::vector<double>& labels, size_t own, double usual) {
  const double rows = sum_of(labels);
  const double wrong = (rows - labels[own] + kPriorRows * usual) / (rows + kPriorRows);
  const double evenly = kPriorRows / static_cast<double>(labels.size() - 1);
  const double others = rows - labels[own] + kPriorRows;
  std::vector<double> rates;
  rates.reserve(labels.size());
  for (size_t c = 0; c < labels.size(); ++c)
    rates.push_back(c == own ? 1 - wrong : wrong * (labels[c] + evenly) / others);
  normalize(rates);
  return rates;
}

ClassMatrix rates_of_pairs(const LabelCounts& counts) {
  const double usual = usual_rate(counts);
  ClassMatrix noise;
  noise.reserve(counts.size());
  for (size_t own = 0; own < counts.size(); ++own) noise.push_back(shrunk_rates(counts[own], own, usual));
  return noise;
}

ClassMatrix rates_of_all(const LabelCounts& counts) {
  return even_noise(usual_rate(counts), counts.size());
}

/// The logarithm of how much likelier labels are when wrong ones go where others of their class have gone,
/// than when they are spread evenly. Without a prior for each rate many classes could never show it.
double evidence_of_pairs(const LabelCounts& counts) {
  const auto others = static_cast<double>(counts.size() - 1);
  const double own_rows = kPriorRows / others;
  double sum = 0;
  for (size_t own = 0; own < counts.size(); ++own) {
    const double wrong = sum_of(counts[own]) - counts[own][own];
    sum += std::lgamma(kPriorRows) - std::lgamma(kPriorRows + wrong) + wrong * std::log(others);
    for (size_t label = 0; label < counts.size(); ++label) {
      if (label != own) sum += std::lgamma(own_rows + counts[own][label]) - std::lgamma(own_rows);
    }
  }
  return sum;
}

/// Both answers, each with the probability that the evidence leaves it.
ClassMatrix weighed(const ClassMatrix& pairs, const ClassMatrix& even, double evidence) {
  const double weight = 1 / (1 + std::exp(std::clamp(kOddsOfEven - evidence, -50.0, 50.0)));
  ClassMatrix noise = even;
  for (size_t own = 0; own < noise.size(); ++own) {
    for (size_t label = 0; label < noise.size(); ++label)
      noise[own][label] += weight * (pairs[own][label] - even[own][label]);
  }
  return noise;
}

/// Expected counts: every row is of each class with the probability that its label leaves.
LabelCounts expected_counts(const Beliefs& truth, const ClassMatrix& noise) {
  LabelCounts counts = class_matrix(truth.classes);
  std::vector<double> classes(truth.classes);
  for (size_t i = 0; i < truth.size(); ++i) {
    const size_t label = truth.given[i];
    double sum = 0;
    for (size_t c = 0; c < truth.classes; ++c) sum += classes[c] = truth.row(i)[c] * noise[c][label];
    if (sum <= 0) continue;
    for (size_t c = 0; c < truth.classes; ++c) counts[c][label] += classes[c] / sum;
  }
  return counts;
}

template <typename Rates>
ClassMatrix most_likely_noise(const Beliefs& truth, const Rates& rates) {
  ClassMatrix noise = even_noise(kFirstRate, truth.classes);
  for (int round = 0; round < kRounds; ++round) noise = rates(expected_counts(truth, noise));
  return noise;
}

Beliefs only(const Beliefs& beliefs, const std::vector<bool>& rows) {
  Beliefs part = {beliefs.classes, {}, {}};
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (!rows[i]) continue;
    part.said.insert(part.said.end(), beliefs.row(i), beliefs.row(i) + beliefs.classes);
    part.given.push_back(beliefs.given[i]);
  }
  return part;
}

}  // namespace

std::vector<bool> anchors_of(const Beliefs& beliefs) {
  std::vector<std::vector<size_t>> taken_for(beliefs.classes);
  for (size_t i = 0; i < beliefs.size(); ++i) taken_for[beliefs.most_likely(i)].push_back(i);
  std::vector<bool> anchors(beliefs.size(), false);
  for (size_t own = 0; own < beliefs.classes; ++own) {
    std::vector<size_t>& rows = taken_for[own];
    std::stable_sort(rows.begin(), rows.end(),
                     [&](size_t a, size_t b) { return beliefs.row(a)[own] > beliefs.row(b)[own]; });
    const auto wanted = static_cast<size_t>(kAnchorShare * static_cast<double>(rows.size()));
    rows.resize(std::min(rows.size(), std::max(kFewestAnchors, wanted)));
    for (const size_t i : rows) anchors[i] = true;
  }
  return anchors;
}

ClassMatrix even_noise(double rate, size_t classes) {
  ClassMatrix noise(classes, std::vector<double>(classes, rate / static_cast<double>(classes - 1)));
  for (size_t own = 0; own < classes; ++own) noise[own][own] = 1 - rate;
  return noise;
}

ClassMatrix noise_rates(const Beliefs& beliefs) {
  LabelCounts counts = class_matrix(beliefs.classes);
  const std::vector<bool> anchors = anchors_of(beliefs);
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (anchors[i]) counts[beliefs.most_likely(i)][beliefs.given[i]] += 1;
  }
  const ClassMatrix pairs = rates_of_pairs(counts);
  const ClassMatrix even = rates_of_all(counts);
  return weighed(pairs, even, evidence_of_pairs(counts));
}

ClassMatrix fitted_even_noise(const Beliefs& truth) {
  return most_likely_noise(only(truth, anchors_of(truth)), rates_of_all);
}

ClassMatrix fitted_noise(const Beliefs& truth) {
  const Beliefs anchors = only(truth, anchors_of(truth));
  const ClassMatrix pairs = most_likely_noise(anchors, rates_of_pairs);
  const ClassMatrix even = most_likely_noise(anchors, rates_of_all);
  return weighed(pairs, even, evidence_of_pairs(expected_counts(anchors, pairs)));
}

}  // namespace gbho::inline internal
