#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/data/folds.h"

namespace gbho::inline internal {

/// Changes a problem; `binned`: numbers have parts there.
using ProblemChange = std::function<void(FoldedProblem& problem, bool binned)>;

/// The problem and its families, each changed.
FoldedProblem with_changes(const FoldedProblem& problem, const ProblemChange& change);

/// Weights of sources: of every fold's training rows, and of all rows together.
struct SourceWeights {
  std::vector<std::vector<double>> folds;
  std::vector<double> whole;
};

/// Rows weigh in training by their source; the mean weight is one.
void weigh_sources(const FoldedData& data, const SourceWeights& weights, FoldedProblem& problem);

/// Rows weigh in training by the frequency of their class to the power of −`power`; the mean weight is one.
void weigh_classes(double power, FoldedProblem& problem);

/// Only rows whose place in `kept` [rows of the table] is set are validated on.
void keep_validation_rows(const std::vector<bool>& kept, FoldedProblem& problem);

/// What networks read of each column is multiplied by its scale: of every fold, and last of all rows.
void scale_columns(const FoldedData& data, const std::vector<std::vector<double>>& scales, bool binned,
                   FoldedProblem& problem);

}  // namespace gbho::inline internal
