#include "study/weighed_rows.h"

#include <torch/utils.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace gbho::inline internal {
namespace {

torch::Tensor with_mean_one(const torch::Tensor& weights) {
  return weights / weights.mean().clamp_min(1e-12);
}

void times_weights(const torch::Tensor& weights, NetworkProblem& problem) {
  torch::Tensor& own = problem.level.example_weights;
  own = with_mean_one(own.defined() ? own * weights : weights);
}

torch::Tensor by_source(const torch::Tensor& source, const std::vector<double>& weights) {
  return torch::tensor(weights, torch::kFloat64).index_select(0, source);
}

torch::Tensor by_class(const torch::Tensor& classes, int64_t count, double power) {
  const torch::Tensor rows = classes.bincount({}, count).to(torch::kFloat64);
  return rows.clamp_min(1).pow(-power).index_select(0, classes);
}

Examples at_index(const Examples& examples, const torch::Tensor& index) {
  return {examples.x.index_select(0, index), examples.y.index_select(0, index)};
}

// Rows and examples of one fold's part that are kept.
void keep_rows(const std::vector<bool>& kept, std::vector<int64_t>& rows, Examples& examples) {
  std::vector<int64_t> places;
  std::vector<int64_t> own;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!kept[static_cast<size_t>(rows[i])]) continue;
    places.push_back(static_cast<int64_t>(i));
    own.push_back(rows[i]);
  }
  examples = at_index(examples, torch::tensor(places, torch::kInt64));
  rows = std::move(own);
}

void scale_inputs(const Preprocessor& preprocessor, const std::vector<double>& scales,
                  NetworkProblem& problem) {
  std::vector<double> of_input;
  for (const int64_t column : preprocessor.origins()) of_input.push_back(scales[static_cast<size_t>(column)]);
  const torch::Tensor factors = torch::tensor(of_input, torch::kFloat64).to(torch::kFloat32);
  for (Examples* part : {&problem.level.train, &problem.validation, &problem.test, &problem.selection}) {
    if (!part->empty()) part->x = part->x * factors;
  }
}

}  // namespace

FoldedProblem with_changes(const FoldedProblem& problem, const ProblemChange& change) {
  FoldedProblem changed = problem;
  change(changed, false);
  for (BagFamily& family : changed.families) {
    FoldedProblem own = *family.problem;
    change(own, family.name.find("binned") != std::string::npos);
    family.problem = std::make_shared<const FoldedProblem>(std::move(own));
  }
  return changed;
}

void weigh_sources(const FoldedData& data, const SourceWeights& weights, FoldedProblem& problem) {
  for (size_t k = 0; k < problem.folds.size(); ++k)
    times_weights(by_source(data.folds[k].source, weights.folds[k]), problem.folds[k]);
  times_weights(by_source(data.whole.source, weights.whole), problem.whole);
}

void weigh_classes(double power, FoldedProblem& problem) {
  const auto weigh = [&](NetworkProblem& own) {
    times_weights(by_class(own.level.train.y, own.level.model->classes(), power), own);
  };
  for (NetworkProblem& fold : problem.folds) weigh(fold);
  weigh(problem.whole);
}

void keep_validation_rows(const std::vector<bool>& kept, FoldedProblem& problem) {
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    keep_rows(kept, problem.rows[k], problem.folds[k].validation);
    if (!problem.selection_rows.empty())
      keep_rows(kept, problem.selection_rows[k], problem.folds[k].selection);
  }
}

void scale_columns(const FoldedData& data, const std::vector<std::vector<double>>& scales, bool binned,
                   FoldedProblem& problem) {
  const std::vector<Preprocessor>& folds = binned ? data.table->binned : data.table->folds;
  for (size_t k = 0; k < problem.folds.size(); ++k) scale_inputs(folds[k], scales[k], problem.folds[k]);
  scale_inputs(binned ? data.binned->table->whole : data.table->whole, scales.back(), problem.whole);
}

}  // namespace gbho::inline internal
