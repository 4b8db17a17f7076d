#include "run/describe_predictions.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "gbho/base/random.h"
#include "run/decision.h"
#include "run/score_estimates.h"

namespace gbho::inline internal {
namespace {

// Confusions of more classes are nothing to look at.
constexpr int64_t kMostConfusedClasses = 50;

constexpr int64_t kMostBins = 10;
constexpr int64_t kFewestRowsOfABin = 20;

constexpr size_t kMostSampled = 500;

int64_t chosen_class(const double* probabilities, int64_t classes) {
  return std::max_element(probabilities, probabilities + classes) - probabilities;
}

/// What was said of an example, and whether it was so.
struct Claim {
  double said = 0;
  bool happened = false;
};

// Of two classes, how likely the second one is; of more, how likely the one that was predicted.
std::vector<Claim> claims_of(const torch::Tensor& predictions, const OutOfFoldTruth& truth) {
  const int64_t classes = predictions.size(1);
  std::vector<Claim> claims;
  claims.reserve(truth.classes.size());
  for (int64_t i = 0; i < truth.size(); ++i) {
    const double* p = predictions.data_ptr<double>() + i * classes;
    const int64_t about = classes == 2 ? 1 : chosen_class(p, classes);
    claims.push_back({p[about], truth.classes[static_cast<size_t>(i)] == about});
  }
  return claims;
}

// Bins of equally many claims, from the smallest probability on.
void add_calibration(std::vector<Claim> claims, PredictionRecord& record) {
  std::stable_sort(claims.begin(), claims.end(),
                   [](const Claim& a, const Claim& b) { return a.said < b.said; });
  const auto rows = static_cast<int64_t>(claims.size());
  const int64_t bins = std::clamp<int64_t>(rows / kFewestRowsOfABin, 1, kMostBins);
  record.calibration_error = 0;
  for (int64_t b = 0; b < bins; ++b) {
    CalibrationBin bin{0, 0, 0, 0};
    int64_t hits = 0;
    for (int64_t i = b * rows / bins; i < (b + 1) * rows / bins; ++i) {
      ++bin.rows;
      bin.said += claims[static_cast<size_t>(i)].said;
      hits += claims[static_cast<size_t>(i)].happened ? 1 : 0;
    }
    bin.said /= static_cast<double>(bin.rows);
    bin.happened = static_cast<double>(hits) / static_cast<double>(bin.rows);
    bin.error = share_error(hits, bin.rows);
    record.calibration_error +=
        std::abs(bin.said - bin.happened) * static_cast<double>(bin.rows) / static_cast<double>(rows);
    record.calibration.push_back(bin);
  }
}

void add_classes(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                 const std::vector<int64_t>& decided, PredictionRecord& record) {
  const int64_t classes = predictions.size(1);
  for (int64_t c = 0; c < classes; ++c) record.classes.push_back(std::to_string(c));
  if (classes == 2) record.calibration_of = record.classes[1];
  add_calibration(claims_of(predictions, truth), record);
  if (classes > kMostConfusedClasses) return;
  const auto count = static_cast<size_t>(classes);
  record.confusion.assign(count, std::vector<int64_t>(count));
  for (int64_t i = 0; i < truth.size(); ++i) {
    const double* p = predictions.data_ptr<double>() + i * classes;
    const auto place = static_cast<size_t>(i);
    const auto is = static_cast<size_t>(truth.classes[place]);
    const int64_t said = decided.empty() ? chosen_class(p, classes) : decided[place];
    ++record.confusion[is][static_cast<size_t>(said)];
  }
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void add_values(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                const std::vector<int64_t>& rows, uint64_t seed, PredictionRecord& record) {
  const auto* said = predictions.data_ptr<double>();
  std::vector<double> errors(truth.values.size());
  for (size_t i = 0; i < errors.size(); ++i) errors[i] = std::abs(said[i] - truth.values[i]);
  std::sort(errors.begin(), errors.end());
  record.median_error = quantile(errors, 0.5);
  record.large_error = quantile(errors, 0.9);
  std::vector<int64_t> drawn(errors.size());
  std::iota(drawn.begin(), drawn.end(), int64_t{0});
  if (drawn.size() > kMostSampled) {
    drawn = Stream(seed, "report.sample").permutation(truth.size());
    drawn.resize(kMostSampled);
  }
  for (const int64_t place : drawn) {
    const auto i = static_cast<size_t>(place);
    record.sample.push_back({1 + (i < rows.size() ? rows[i] : place), truth.values[i], said[i]});
  }
  std::sort(record.sample.begin(), record.sample.end(),
            [](const PredictedRow& a, const PredictedRow& b) { return a.row < b.row; });
}

}  // namespace

PredictionRecord prediction_record(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                                   const std::vector<int64_t>& rows, bool folds, uint64_t seed,
                                   const std::vector<int64_t>& decided) {
  PredictionRecord record;
  record.rows = truth.size();
  record.scores = score_estimates(predictions, truth, folds, decided);
  if (truth.regression()) {
    add_values(predictions, truth, rows, seed, record);
  } else {
    add_classes(predictions, truth, decided, record);
  }
  return record;
}

void describe_predictions(MethodContext& context, const torch::Tensor& bag, Result& result) {
  const FoldedProblem* folded = context.problem().folded();
  if (folded == nullptr) return;
  Summary& summary = result.summary;
  const bool of_bag = bag.defined() && summary.bag_record && summary.bag_record->take_home;
  const torch::Tensor predictions =
      of_bag ? bag
             : out_of_fold(*folded, result.weights.consistent, context.options().runtime, context.ledger())[0]
                   .contiguous();
  std::vector<int64_t> rows;
  for (const std::vector<int64_t>& own : folded->rows) rows.insert(rows.end(), own.begin(), own.end());
  const OutOfFoldTruth truth = out_of_fold_truth(*folded);
  const std::string& metric = context.options().metric;
  Decision decision;
  if (metric != "log_loss" && !truth.regression()) {
    decision = choose_decision(predictions, truth, metric);
    summary.decision = decision.record;
  }
  summary.out_of_fold =
      prediction_record(predictions, truth, rows, folded->fold_count() > 1, context.seed(), decision.decided);
  summary.out_of_fold->model = of_bag ? "bag" : "consistent";
}

}  // namespace gbho::inline internal
