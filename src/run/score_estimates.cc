#include "run/score_estimates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace gbho::inline internal {
namespace {

/// The examples that are judged, with what is known of them.
struct Judged {
  const torch::Tensor& predictions;
  const OutOfFoldTruth& truth;
  const std::vector<int64_t>& decided;
  std::vector<int64_t> examples;

  const double* says(int64_t i) const { return predictions.data_ptr<double>() + i * predictions.size(1); }
  int64_t outputs() const { return predictions.size(1); }
  double count() const { return static_cast<double>(examples.size()); }

  std::vector<double> of_each(const std::function<double(int64_t)>& value) const {
    std::vector<double> values;
    values.reserve(examples.size());
    for (const int64_t i : examples) values.push_back(value(i));
    return values;
  }
};

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values) {
  if (values.size() < 2) return kNone;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

double error_of_mean(const std::vector<double>& values) {
  return std::sqrt(variance_of(values) / static_cast<double>(values.size()));
}

ScoreEstimate mean_estimate(const char* name, const std::vector<double>& values) {
  return {name, mean_of(values), error_of_mean(values), {}};
}

ScoreEstimate accuracy_estimate(const Judged& judged) {
  int64_t right = 0;
  for (const int64_t i : judged.examples) {
    const double* p = judged.says(i);
    const int64_t chosen = judged.decided.empty() ? std::max_element(p, p + judged.outputs()) - p
                                                  : judged.decided[static_cast<size_t>(i)];
    right += chosen == judged.truth.classes[static_cast<size_t>(i)] ? 1 : 0;
  }
  const auto count = static_cast<int64_t>(judged.examples.size());
  return {"accuracy", static_cast<double>(right) / judged.count(), share_error(right, count), {}};
}

// Of each score, the share of the others that lie below it, ties counting half.
std::vector<double> placements(const std::vector<double>& scores, std::vector<double> others) {
  std::sort(others.begin(), others.end());
  std::vector<double> shares;
  shares.reserve(scores.size());
  for (const double score : scores) {
    const auto [first, last] = std::equal_range(others.begin(), others.end(), score);
    const auto below = static_cast<double>(first - others.begin());
    const auto equal = static_cast<double>(last - first);
    shares.push_back((below + equal / 2) / static_cast<double>(others.size()));
  }
  return shares;
}

// The area is a mean over both classes, whose variances add up (DeLong, DeLong and Clarke-Pearson 1988).
ScoreEstimate auc_estimate(const Judged& judged) {
  std::vector<double> second;
  std::vector<double> first;
  for (const int64_t i : judged.examples)
    (judged.truth.classes[static_cast<size_t>(i)] == 1 ? second : first).push_back(judged.says(i)[1]);
  if (first.empty() || second.empty()) return {"auc", kNone, kNone, {}};
  const std::vector<double> of_second = placements(second, first);
  const std::vector<double> of_first = placements(first, second);
  const double variance = variance_of(of_second) / static_cast<double>(second.size()) +
                          variance_of(of_first) / static_cast<double>(first.size());
  return {"auc", mean_of(of_second), std::sqrt(variance), {}};
}

std::vector<ScoreEstimate> class_estimates(const Judged& judged) {
  const auto loss = [&](int64_t i) { return judged.truth.loss(i, judged.says(i)); };
  std::vector<ScoreEstimate> scores = {accuracy_estimate(judged),
                                       mean_estimate("log_loss", judged.of_each(loss))};
  if (judged.outputs() == 2) scores.push_back(auc_estimate(judged));
  return scores;
}

// Root and ratio of means: their errors are those of the means that they are linear in, nearby.
std::vector<ScoreEstimate> value_estimates(const Judged& judged) {
  const OutOfFoldTruth& truth = judged.truth;
  const auto error = [&](int64_t i) { return truth.unit * truth.says(i, judged.says(i)); };
  const std::vector<double> values =
      judged.of_each([&](int64_t i) { return truth.values[static_cast<size_t>(i)]; });
  const std::vector<double> squares = judged.of_each([&](int64_t i) { return error(i) * error(i); });
  const double mean = mean_of(values);
  const double square = mean_of(squares);
  double spread = 0;
  for (const double value : values) spread += (value - mean) * (value - mean) / judged.count();
  const double lost = spread > 0 ? square / spread : kNone;
  std::vector<double> influence(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    influence[i] = (lost * (values[i] - mean) * (values[i] - mean) - squares[i]) / spread;
  const double root = std::sqrt(square);
  const double root_error = root > 0 ? error_of_mean(squares) / (2 * root) : 0;
  return {{"rmse", root, root_error, {}},
          {"r2", 1 - lost, error_of_mean(influence), {}},
          mean_estimate("mae", judged.of_each([&](int64_t i) { return std::abs(error(i)); }))};
}

std::vector<ScoreEstimate> estimates(const Judged& judged) {
  return judged.truth.regression() ? value_estimates(judged) : class_estimates(judged);
}

}  // namespace

double share_error(int64_t hits, int64_t count) {
  const auto k = static_cast<double>(hits);
  const auto n = static_cast<double>(count);
  return std::sqrt((k + 1) * (n - k + 1) / ((n + 2) * (n + 2) * (n + 3)));
}

std::vector<ScoreEstimate> score_estimates(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                                           bool folds, const std::vector<int64_t>& decided) {
  std::vector<int64_t> all(static_cast<size_t>(truth.size()));
  std::iota(all.begin(), all.end(), int64_t{0});
  std::vector<ScoreEstimate> scores = estimates({predictions, truth, decided, std::move(all)});
  if (!folds) return scores;
  std::vector<std::vector<int64_t>> by_fold;
  for (int64_t i = 0; i < truth.size(); ++i) {
    const auto fold = static_cast<size_t>(truth.fold[static_cast<size_t>(i)]);
    by_fold.resize(std::max(by_fold.size(), fold + 1));
    by_fold[fold].push_back(i);
  }
  for (std::vector<int64_t>& own : by_fold) {
    if (own.empty()) continue;
    const std::vector<ScoreEstimate> there = estimates({predictions, truth, decided, std::move(own)});
    for (size_t s = 0; s < scores.size(); ++s) scores[s].folds.push_back(there[s].value);
  }
  return scores;
}

}  // namespace gbho::inline internal
