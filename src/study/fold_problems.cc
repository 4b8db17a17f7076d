#include "study/fold_problems.h"

#include <memory>
#include <utility>

#include "bilevel/build_problem.h"

namespace gbho::inline internal {
namespace {

// Penalties of linear models: from next to none to where they predict the mean.
constexpr double kLinearLow = -11;
constexpr double kLinearHigh = 0;

InputColumns columns_of(const FoldedData& data) {
  InputColumns columns;
  if (!data.table) return columns;
  for (const ColumnFacts& column : data.table->schema.columns) columns.names.push_back(column.name);
  for (const Preprocessor& fold : data.table->folds) columns.origins.push_back(fold.origins());
  return columns;
}

}  // namespace

FoldedProblem folds_of(const FoldedData& data, const ModelOptions& model,
                       const std::vector<Hyperparameter>& hyperparameters) {
  std::vector<NetworkProblem> folds;
  folds.reserve(data.folds.size());
  for (const Dataset& fold : data.folds) folds.push_back(network_problem(fold, model, hyperparameters));
  FoldedProblem folded(std::move(folds), problem_of_rows(data.whole, model, hyperparameters), data.rows);
  folded.columns = columns_of(data);
  return folded;
}

ModelOptions linear_model() {
  ModelOptions linear;
  linear.kind = "linear";
  return linear;
}

Hyperparameter linear_penalty() {
  Hyperparameter l2{"l2", "l2"};
  l2.low = kLinearLow;
  l2.high = kLinearHigh;
  return l2;
}

// Beside networks: linear models, and both with parts of numbers as inputs. They are compared out of fold, so
// they hold the same rows out as the networks do.
std::vector<BagFamily> families_of(const StudyOptions& options, const FoldedData& data, bool selection) {
  if (!data.table || options.model.kind == "linear" || options.bag.candidates == 0) return {};
  const ModelOptions linear = linear_model();
  const Hyperparameter l2 = linear_penalty();
  std::vector<BagFamily> families;
  const auto add = [&](const char* name, const FoldedData& own, const ModelOptions& model,
                       const std::vector<Hyperparameter>& hyperparameters) {
    FoldedProblem problem = folds_of(own, model, hyperparameters);
    if (selection) problem.keep_selection_parts(static_cast<uint64_t>(options.seed));
    families.push_back({name, std::make_shared<const FoldedProblem>(std::move(problem))});
  };
  add("linear", data, linear, {l2});
  if (data.binned) {
    add("binned linear", *data.binned, linear, {l2});
    add("binned", *data.binned, options.model, options.hyperparameters);
  }
  return families;
}

}  // namespace gbho::inline internal
