#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/record/ledger.h"
#include "gbho/record/runtime.h"
#include "gbho/run/result.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// The networks of a bag's parts that read the same inputs, as one ensemble.
struct Readers {
  const FoldedProblem* problem = nullptr;
  Weights weights;             ///< of all folds
  std::vector<double> shares;  ///< [E]
};

/// What a model says of rows that it has not seen when a column is not what it was there. Inputs of a column
/// depend on its cells alone, so that shuffling the encoded rows of a fold is encoding shuffled cells anew.
class ColumnShuffle {
 public:
  /// Of every fold `rows_each` rows at most, drawn with the seed.
  ColumnShuffle(std::vector<Readers> readers, int64_t rows_each, uint64_t seed, const Runtime& runtime,
                Ledger& ledger);

  int64_t rows() const { return static_cast<int64_t>(losses_.size()); }
  bool regression() const { return truth_.regression(); }
  double unit() const { return truth_.unit; }
  /// Of each row, with nothing shuffled.
  const std::vector<double>& losses() const { return losses_; }
  /// The same with a column shuffled within each fold, mean over so many permutations.
  std::vector<double> losses_without(int64_t column, int64_t permutations) const;
  /// Columns that reach a network, those first that first layers give the greatest weight.
  std::vector<int64_t> columns_by_weight() const;

 private:
  std::vector<double> losses_of(size_t fold, int64_t column, const std::vector<torch::Tensor>& orders) const;

  std::vector<Readers> readers_;
  uint64_t seed_;
  const Runtime& runtime_;
  Ledger& ledger_;
  OutOfFoldTruth truth_;
  std::vector<torch::Tensor> drawn_;  ///< of each fold: which of its examples
  std::vector<int64_t> before_;       ///< examples of the folds before it
  std::vector<double> losses_;
};

}  // namespace gbho::inline internal
