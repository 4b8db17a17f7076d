#include "clean/trusted_share.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gbho::inline internal {
namespace {

constexpr int kShares = 10;
constexpr double kLeastSaid = 1e-6;

double trusted_loss(const Beliefs& by_trusted, const std::vector<bool>& trusted, const Beliefs& truth,
                    double share) {
  double loss = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    if (!trusted[i]) continue;
    const size_t label = truth.given[i];
    const double said = share * by_trusted.row(i)[label] + (1 - share) * truth.row(i)[label];
    loss -= std::log(std::max(said, kLeastSaid));
  }
  return loss;
}

}  // namespace

double mix_in(const Beliefs& by_trusted, const std::vector<bool>& trusted, Beliefs& truth) {
  double best = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (int step = 0; step <= kShares; ++step) {
    const double share = static_cast<double>(step) / kShares;
    const double loss = trusted_loss(by_trusted, trusted, truth, share);
    if (loss >= lowest) continue;
    lowest = loss;
    best = share;
  }
  for (size_t k = 0; k < truth.said.size(); ++k)
    truth.said[k] = best * by_trusted.said[k] + (1 - best) * truth.said[k];
  return best;
}

}  // namespace gbho::inline internal
