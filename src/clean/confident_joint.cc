#include "clean/confident_joint.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gbho::inline internal {
namespace {

std::vector<double> rows_of_labels(const Beliefs& beliefs) {
  std::vector<double> rows(beliefs.classes, 0.0);
  for (const size_t label : beliefs.given) rows[label] += 1;
  return rows;
}

/// The rows with this label, those first whose belief in `other` exceeds that in it most.
std::vector<size_t> most_like_another(const Beliefs& beliefs, size_t label, size_t other) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (beliefs.given[i] == label) rows.push_back(i);
  }
  const auto excess = [&](size_t i) { return beliefs.row(i)[other] - beliefs.row(i)[label]; };
  std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return excess(a) > excess(b); });
  return rows;
}

}  // namespace

std::vector<double> class_thresholds(const Beliefs& beliefs) {
  std::vector<double> sums(beliefs.classes, 0.0);
  for (size_t i = 0; i < beliefs.size(); ++i) sums[beliefs.given[i]] += beliefs.row(i)[beliefs.given[i]];
  const std::vector<double> rows = rows_of_labels(beliefs);
  for (size_t c = 0; c < sums.size(); ++c) sums[c] = rows[c] > 0 ? sums[c] / rows[c] : 1.0;
  return sums;
}

ClassMatrix confident_counts(const Beliefs& beliefs, const std::vector<double>& thresholds) {
  ClassMatrix counts = class_matrix(beliefs.classes);
  for (size_t i = 0; i < beliefs.size(); ++i) {
    size_t best = beliefs.classes;
    for (size_t c = 0; c < beliefs.classes; ++c) {
      if (beliefs.row(i)[c] < thresholds[c]) continue;
      if (best == beliefs.classes || beliefs.row(i)[c] > beliefs.row(i)[best]) best = c;
    }
    if (best < beliefs.classes) counts[beliefs.given[i]][best] += 1;
  }
  return counts;
}

ClassMatrix confident_joint(const Beliefs& beliefs) {
  ClassMatrix joint = confident_counts(beliefs, class_thresholds(beliefs));
  const std::vector<double> rows = rows_of_labels(beliefs);
  for (size_t i = 0; i < joint.size(); ++i) {
    const double confident = std::accumulate(joint[i].begin(), joint[i].end(), 0.0);
    if (confident == 0) joint[i][i] = 1;
    const double factor = rows[i] / std::max(1.0, confident);
    for (double& cell : joint[i]) cell *= factor;
  }
  return joint;
}

std::vector<bool> pruned_by_noise_rate(const Beliefs& beliefs, const ClassMatrix& joint) {
  std::vector<bool> pruned(beliefs.size(), false);
  for (size_t label = 0; label < beliefs.classes; ++label) {
    for (size_t other = 0; other < beliefs.classes; ++other) {
      const auto count = static_cast<size_t>(std::llround(joint[label][other]));
      if (label == other || count == 0) continue;
      const std::vector<size_t> rows = most_like_another(beliefs, label, other);
      for (size_t k = 0; k < std::min(count, rows.size()); ++k) pruned[rows[k]] = true;
    }
  }
  return pruned;
}

}  // namespace gbho::inline internal
