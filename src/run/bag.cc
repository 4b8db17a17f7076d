#include "run/bag.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Symbols: G exhibits, N examples; q_g [N] is what exhibit g says of each: the probability of the true class,
// or the error in units; both average as predictions do. S is the sum of those picked so far, n of them. The
// next pick makes the mean loss of (S + q_g)/(n + 1) lowest. Plain loops in double, in one order: the choice
// depends on nothing but the numbers.

namespace gbho::inline internal {
namespace {

// A bag begins with so many of the best by themselves: on few examples the single best is often luck.
constexpr int64_t kStart = 5;

// Probabilities are multiplied before the logarithm is taken: so many of them cannot underflow.
constexpr int64_t kFactors = 16;

double mean_log_loss(const std::vector<double>& sum, const std::vector<double>& own, double share) {
  double loss = 0;
  for (size_t first = 0; first < sum.size(); first += kFactors) {
    const size_t end = std::min(sum.size(), first + kFactors);
    double product = 1;
    for (size_t i = first; i < end; ++i) product *= std::max(share * (sum[i] + own[i]), kLeastProbability);
    loss -= std::log(product);
  }
  return loss / static_cast<double>(sum.size());
}

double mean_square(const std::vector<double>& sum, const std::vector<double>& own, double share) {
  double squares = 0;
  for (size_t i = 0; i < sum.size(); ++i) squares += share * (sum[i] + own[i]) * share * (sum[i] + own[i]);
  return squares / static_cast<double>(sum.size());
}

class Greedy {
 public:
  Greedy(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth, int64_t left_out)
      : regression_(truth.regression()), says_(exhibits.size()) {
    for (size_t g = 0; g < exhibits.size(); ++g) {
      const torch::Tensor& predictions = exhibits[g].out_of_fold;
      const auto* rows = predictions.data_ptr<double>();
      for (int64_t i = 0; i < truth.size(); ++i) {
        if (truth.fold[static_cast<size_t>(i)] == left_out) continue;
        says_[g].push_back(truth.says(i, rows + i * predictions.size(1)));
      }
    }
    sum_.assign(says_.front().size(), 0.0);
    choice_.picks.assign(exhibits.size(), 0);
  }

  BagChoice run(int64_t rounds) {
    for (const size_t g : best_alone(std::min<int64_t>(rounds, kStart))) pick(g, loss_with(g));
    BagChoice best = choice_;
    while (choice_.total < rounds) {
      pick_one();
      if (choice_.loss < best.loss) best = choice_;
    }
    return best;
  }

 private:
  double loss_with(size_t g) const {
    const double share = 1.0 / static_cast<double>(choice_.total + 1);
    return regression_ ? mean_square(sum_, says_[g], share) : mean_log_loss(sum_, says_[g], share);
  }

  std::vector<size_t> best_alone(int64_t count) const {
    std::vector<double> loss;
    std::vector<size_t> order;
    loss.reserve(says_.size());
    order.reserve(says_.size());
    for (size_t g = 0; g < says_.size(); ++g) {
      loss.push_back(loss_with(g));
      order.push_back(g);
    }
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return loss[a] < loss[b]; });
    if (static_cast<int64_t>(order.size()) > count) order.resize(static_cast<size_t>(count));
    return order;
  }

  void pick_one() {
    size_t best = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (size_t g = 0; g < says_.size(); ++g) {
      const double loss = loss_with(g);
      if (loss < lowest) {
        lowest = loss;
        best = g;
      }
    }
    pick(best, lowest);
  }

  void pick(size_t g, double loss) {
    for (size_t i = 0; i < sum_.size(); ++i) sum_[i] += says_[g][i];
    ++choice_.picks[g];
    ++choice_.total;
    choice_.loss = loss;
  }

  bool regression_;
  std::vector<std::vector<double>> says_;  ///< [G][N]
  std::vector<double> sum_;
  BagChoice choice_;
};

}  // namespace

BagChoice choose_bag(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth, int64_t rounds,
                     int64_t left_out) {
  if (exhibits.empty()) return {};
  return Greedy(exhibits, truth, left_out).run(rounds);
}

std::vector<double> cross_fitted_losses(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                                        int64_t rounds, torch::Tensor& average) {
  std::vector<double> losses(static_cast<size_t>(truth.size()));
  if (exhibits.empty()) return {};
  average = torch::zeros_like(exhibits.front().out_of_fold);
  const int64_t outputs = average.size(1);
  const int64_t folds = 1 + *std::max_element(truth.fold.begin(), truth.fold.end());
  auto* whole = average.data_ptr<double>();
  for (int64_t fold = 0; fold < folds; ++fold) {
    const BagChoice choice = choose_bag(exhibits, truth, rounds, fold);
    for (int64_t i = 0; i < truth.size(); ++i) {
      if (truth.fold[static_cast<size_t>(i)] != fold) continue;
      double* own = whole + i * outputs;
      for (size_t g = 0; g < exhibits.size(); ++g) {
        const double share = static_cast<double>(choice.picks[g]) / static_cast<double>(choice.total);
        const double* predicted = exhibits[g].out_of_fold.data_ptr<double>() + i * outputs;
        for (int64_t o = 0; o < outputs; ++o) own[o] += share * predicted[o];
      }
      losses[static_cast<size_t>(i)] = truth.loss(i, own);
    }
  }
  return losses;
}

}  // namespace gbho::inline internal
