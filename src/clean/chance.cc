#include "clean/chance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gbho::inline internal {

// S = Σ_i p_i[label of i]. For labels in random order its mean is Σ_c n_c·mean_i p_i[c], and its variance
// Σ_i Σ_c n_c·d_ic² / (N − 1), where d is p minus the mean of its row over the labels and of its column over
// the rows (Hoeffding's combinatorial central limit theorem).
double above_chance(const Beliefs& beliefs, const std::vector<bool>& rows) {
  const size_t classes = beliefs.classes;
  std::vector<double> count(classes, 0.0);
  std::vector<double> mean(classes, 0.0);
  double sum = 0;
  double total = 0;
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (!rows[i]) continue;
    total += 1;
    count[beliefs.given[i]] += 1;
    sum += beliefs.row(i)[beliefs.given[i]];
    for (size_t c = 0; c < classes; ++c) mean[c] += beliefs.row(i)[c];
  }
  if (total < 2) return 0;
  double expected = 0;
  for (size_t c = 0; c < classes; ++c) {
    mean[c] /= total;
    expected += count[c] * mean[c];
  }
  double squares = 0;
  for (size_t i = 0; i < beliefs.size(); ++i) {
    if (!rows[i]) continue;
    double own = 0;
    for (size_t c = 0; c < classes; ++c) own += count[c] / total * (beliefs.row(i)[c] - mean[c]);
    for (size_t c = 0; c < classes; ++c) {
      const double deviation = beliefs.row(i)[c] - mean[c] - own;
      squares += count[c] * deviation * deviation;
    }
  }
  const double deviation = std::sqrt(squares / (total - 1));
  return deviation > 0 ? (sum - expected) / deviation : 0;
}

}  // namespace gbho::inline internal
