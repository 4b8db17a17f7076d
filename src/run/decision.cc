#include "run/decision.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "predictor/decided_class.h"
#include "run/class_factors.h"
#include "run/class_metric.h"

namespace gbho::inline internal {
namespace {

/// Rows with what was said of them, and their folds.
class Decider {
 public:
  Decider(const torch::Tensor& predictions, const OutOfFoldTruth& truth, const std::string& metric)
      : predictions_(predictions.contiguous()), truth_(truth), metric_(metric) {}

  std::vector<double> factors(const std::string& rule) const {
    return class_factors(rule, metric_, rows_but(-1));
  }

  // By factors of the other folds.
  std::vector<int64_t> decided(const std::string& rule) const {
    std::vector<int64_t> decided(static_cast<size_t>(truth_.size()));
    const int64_t folds = 1 + *std::max_element(truth_.fold.begin(), truth_.fold.end());
    for (int64_t fold = 0; fold < folds; ++fold) {
      const ClassRows others = rows_but(fold);
      const bool alone = others.rows.empty();
      const std::vector<double> factors =
          alone ? std::vector<double>{} : class_factors(rule, metric_, others);
      for (int64_t i = 0; i < truth_.size(); ++i) {
        if (truth_.fold[static_cast<size_t>(i)] == fold)
          decided[static_cast<size_t>(i)] = decided_class(others.row(i), others.classes, factors);
      }
    }
    return decided;
  }

  DecisionRule describe(const std::string& rule, const std::vector<int64_t>& decided) const {
    const int64_t classes = predictions_.size(1);
    const MetricEstimate balanced = class_metric("balanced_accuracy", classes, truth_.classes, decided);
    const MetricEstimate f1 = class_metric("f1", classes, truth_.classes, decided);
    const MetricEstimate loss = log_loss();
    return {rule, loss.value, loss.error, balanced.value, balanced.error, f1.value, f1.error};
  }

  MetricEstimate gain(const std::vector<int64_t>& without, const std::vector<int64_t>& with) const {
    return class_metric_gain(metric_, predictions_.size(1), truth_.classes, without, with);
  }

 private:
  ClassRows rows_but(int64_t fold) const {
    ClassRows rows{predictions_.data_ptr<double>(), predictions_.size(1), truth_.classes, {}};
    for (int64_t i = 0; i < truth_.size(); ++i) {
      if (truth_.fold[static_cast<size_t>(i)] != fold) rows.rows.push_back(i);
    }
    return rows;
  }

  MetricEstimate log_loss() const {
    const auto count = static_cast<double>(truth_.size());
    double sum = 0;
    double squares = 0;
    for (int64_t i = 0; i < truth_.size(); ++i) {
      const double loss = truth_.loss(i, predictions_.data_ptr<double>() + i * predictions_.size(1));
      sum += loss;
      squares += loss * loss;
    }
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) / std::max(1.0, count - 1))};
  }

  torch::Tensor predictions_;
  const OutOfFoldTruth& truth_;
  std::string metric_;
};

double value_of(const DecisionRule& rule, const std::string& metric) {
  return metric == "f1" ? rule.f1 : rule.balanced_accuracy;
}

}  // namespace

Decision choose_decision(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                         const std::string& metric) {
  const Decider decider(predictions, truth, metric);
  Decision decision;
  decision.record.metric = metric;
  std::vector<std::vector<int64_t>> decided;
  for (const std::string& rule : decision_rules()) {
    decided.push_back(decider.decided(rule));
    decision.record.rules.push_back(decider.describe(rule, decided.back()));
  }
  const std::vector<DecisionRule>& rules = decision.record.rules;
  const auto best = std::max_element(rules.begin(), rules.end(), [&](const auto& a, const auto& b) {
    return value_of(a, metric) < value_of(b, metric);
  });
  auto chosen = static_cast<size_t>(best - rules.begin());
  const MetricEstimate gain = decider.gain(decided.front(), decided[chosen]);
  if (!(gain.value > gain.error)) chosen = 0;
  decision.record.chosen = rules[chosen].name;
  decision.record.gain = chosen == 0 ? 0 : gain.value;
  decision.record.gain_error = chosen == 0 ? 0 : gain.error;
  decision.record.factors = decider.factors(rules[chosen].name);
  decision.decided = std::move(decided[chosen]);
  return decision;
}

}  // namespace gbho::inline internal
