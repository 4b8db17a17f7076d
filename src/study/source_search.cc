#include "study/source_search.h"

#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "study/paired_gain.h"

namespace gbho::inline internal {
namespace {

// A weight leaves one where that gains kClearErrors standard errors, for several weights of several sources
// are tried; by the few rows of one fold, which say how far the weight may be trusted, one is enough.
//
// What is tried of every source; the first is what it has where nothing is gained.
constexpr std::array<double, 6> kTriedWeights = {1, 0.5, 0.2, 0.1, 0.03, 0.01};
constexpr int kMostSweeps = 3;
constexpr int64_t kFewestSourceRows = 10;
// σ(λ) = 1 as far as a weight needs it.
constexpr double kWholeWeight = 16;

double logit(double weight) {
  return weight >= 1 ? kWholeWeight : std::log(weight / (1 - weight));
}

double standard_error(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  if (values.size() < 2) return kNone;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1) / count);
}

}  // namespace

SourceSearch::SourceSearch(LinearLens& lens, const SourceRows& rows, const std::vector<double>& penalties)
    : lens_(lens), rows_(rows), penalties_(penalties), share_(lens.truth().fold) {
  for (const std::vector<int64_t>& held_out : lens.problem().rows) {
    for (const int64_t row : held_out) source_.push_back(rows.of_row[static_cast<size_t>(row)]);
  }
  for (const int64_t share : share_) shares_ = std::max(shares_, share + 1);
  weights_.assign(rows.count.size(), 1.0);
  tried_.resize(rows.count.size());
}

bool SourceSearch::run() {
  if (!choose_penalty(penalties_)) return false;
  for (int k = 0; k < kMostSweeps; ++k) {
    const std::vector<double> before = weights_;
    if (!sweep()) return false;
    if (weights_ == before) break;
  }
  return true;
}

bool SourceSearch::is_judged(int64_t source) const {
  const auto s = static_cast<size_t>(source);
  return rows_.count[s] >= kFewestSourceRows && (rows_.judges.empty() || !rows_.judges[s]);
}

// The mean of the weights is one, so that the penalty weighs as much against the loss as without them.
torch::Tensor SourceSearch::lambda_of(const std::vector<double>& weights) const {
  double sum = 0;
  double count = 0;
  std::vector<double> lambda = {0};
  for (size_t s = 0; s < weights.size(); ++s) {
    lambda.push_back(logit(weights[s]));
    sum += weights[s] * static_cast<double>(rows_.count[s]);
    count += static_cast<double>(rows_.count[s]);
  }
  lambda[0] = penalty_ + std::log(sum / count);
  return torch::tensor(lambda, torch::kFloat64);
}

bool SourceSearch::choose_penalty(const std::vector<double>& penalties) {
  std::vector<torch::Tensor> lambda;
  for (const double penalty : penalties) {
    penalty_ = penalty;
    lambda.push_back(lambda_of(weights_));
  }
  const torch::Tensor losses = lens_.losses(torch::stack(lambda));
  if (!losses.defined()) return false;
  penalty_ = penalties[static_cast<size_t>(losses.mean(1).argmin().item<int64_t>())];
  return true;
}

bool SourceSearch::sweep() {
  std::vector<torch::Tensor> lambda;
  for (int64_t s = 0; s < sources(); ++s) {
    if (!is_judged(s)) continue;
    std::vector<double> weights = weights_;
    for (const double weight : kTriedWeights) {
      weights[static_cast<size_t>(s)] = weight;
      lambda.push_back(lambda_of(weights));
    }
  }
  if (lambda.empty()) return true;
  const torch::Tensor losses = lens_.losses(torch::stack(lambda));
  if (!losses.defined()) return false;
  int64_t first = 0;
  for (int64_t s = 0; s < sources(); ++s) {
    if (!is_judged(s)) continue;
    constexpr auto kCount = static_cast<int64_t>(kTriedWeights.size());
    tried_[static_cast<size_t>(s)] = losses.narrow(0, first, kCount).contiguous();
    first += kCount;
  }
  for (int64_t s = 0; s < sources(); ++s) weights_[static_cast<size_t>(s)] = best_weight(s, -1, false);
  return true;
}

bool SourceSearch::votes(int64_t row, int64_t source) const {
  const int64_t from = source_[static_cast<size_t>(row)];
  return rows_.judges.empty() ? from != source : rows_.judges[static_cast<size_t>(from)];
}

Gain SourceSearch::gain_of(int64_t source, size_t weight, int64_t share, bool but_it) const {
  const torch::Tensor& tried = tried_[static_cast<size_t>(source)];
  const auto rows = static_cast<int64_t>(source_.size());
  const double* without = tried.data_ptr<double>();
  const double* with = without + static_cast<int64_t>(weight) * rows;
  PairedGain gain;
  for (int64_t i = 0; i < rows; ++i) {
    const bool in_share = share < 0 || (share_[static_cast<size_t>(i)] == share) != but_it;
    if (in_share && votes(i, source)) gain.add(without[i], with[i]);
  }
  return gain.gain();
}

double SourceSearch::best_weight(int64_t source, int64_t share, bool but_it) const {
  if (!tried_[static_cast<size_t>(source)].defined()) return 1;
  const bool one_fold = share >= 0 && !but_it;
  const double errors = one_fold ? 1 : kClearErrors;
  double best = 0;
  double weight = kTriedWeights[0];
  for (size_t w = 1; w < kTriedWeights.size(); ++w) {
    const Gain gain = gain_of(source, w, share, but_it);
    const bool better = gain.gain > best && gain.gain > errors * gain.error;  // not where no row has a say
    if (!better) continue;
    best = gain.gain;
    weight = kTriedWeights[w];
  }
  return weight;
}

std::vector<double> SourceSearch::weights_without(int64_t fold) const {
  if (lens_.problem().fold_count() == 1) return weights_;
  std::vector<double> weights;
  for (int64_t s = 0; s < sources(); ++s) weights.push_back(best_weight(s, fold, true));
  return weights;
}

SourceWeight SourceSearch::describe(int64_t source) const {
  const auto s = static_cast<size_t>(source);
  SourceWeight own;
  own.rows = rows_.count[s];
  own.weight = weights_[s];
  own.judged = is_judged(source);
  if (!own.judged) return own;
  for (int64_t share = 0; share < shares_; ++share) own.folds.push_back(best_weight(source, share, false));
  own.error = standard_error(own.folds);
  own.left_out = gain_of(source, kTriedWeights.size() - 1, -1, false);
  own.harms = own.weight < kKeepsWeight && own.left_out.gain > kClearErrors * own.left_out.error;
  return own;
}

}  // namespace gbho::inline internal
