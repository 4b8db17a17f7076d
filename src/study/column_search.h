#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/data/folds.h"
#include "gbho/run/context.h"

namespace gbho::inline internal {

/// One penalty for each column, by linear models of the folds. The penalty of column c is λ·η_c^−q, and η_c
/// is the size of its weights, the largest being one: reweighted until both agree. With q = 1 that is the
/// group lasso, whose penalty of a group has this quadratic form; with q = 2 automatic relevance
/// determination. Thousands of penalties so come from the training rows; held-out rows choose λ and q alone,
/// which they cannot overfit.
class ColumnSearch {
 public:
  /// Not owned. `columns`: how many the table has.
  ColumnSearch(MethodContext& context, const FoldedData& data, int64_t columns);

  /// False when the run is to be left.
  bool run();

  double power() const { return power_; }
  /// η [columns] of a fold.
  const std::vector<double>& strengths(int64_t fold) const { return strengths_[static_cast<size_t>(fold)]; }
  int64_t folds() const { return static_cast<int64_t>(strengths_.size()); }

 private:
  struct Try {
    double power = 0;
    double penalty = 0;
  };

  bool fit(const Dataset& fold, const std::vector<int64_t>& origins);

  MethodContext& context_;
  const FoldedData& data_;
  int64_t columns_;
  std::vector<Try> tries_;
  std::vector<double> loss_;                             ///< of every try, summed over held-out rows
  std::vector<std::vector<std::vector<double>>> found_;  ///< of every fold and try: η [columns]
  double power_ = 0;
  std::vector<std::vector<double>> strengths_;
};

}  // namespace gbho::inline internal
