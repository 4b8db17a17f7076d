#pragma once

#include <torch/types.h>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/record/ledger.h"
#include "gbho/record/runtime.h"
#include "gbho/run/context.h"
#include "run/part_scores.h"
#include "run/score_members.h"

namespace gbho::inline internal {

/// A probability of zero for what happened is a mistake of rounding, not an infinite loss.
constexpr double kLeastProbability = 1e-15;

/// Probabilities of every class, or the value in the target's own units: [E, B, outputs], double.
torch::Tensor predicted(const NetworkProblem& problem, const Weights& weights, const Examples& examples,
                        const Runtime& runtime, Ledger& ledger);

/// Of the members of every fold, for the examples that they have not seen: [E, N, outputs], the validation
/// parts of all folds one after another.
torch::Tensor out_of_fold(const FoldedProblem& problem, const Weights& weights, const Runtime& runtime,
                          Ledger& ledger);

/// What is to be predicted there, as `losses_of` takes it, and which fold each example belongs to.
struct OutOfFoldTruth {
  std::vector<int64_t> classes;  ///< [N], of a classification
  std::vector<double> values;    ///< [N], of a regression, in own units
  std::vector<int64_t> fold;     ///< [N]; with one fold, five shares of it in turn
  double unit = 1;               ///< of a regression: losses are squares of errors in this unit

  int64_t size() const { return static_cast<int64_t>(fold.size()); }
  bool regression() const { return classes.empty(); }
  /// What a prediction says of an example: the probability of its class, or the error in units.
  double says(int64_t example, const double* prediction) const;
  /// Cross-entropy, or the square of the error in units.
  double loss(int64_t example, const double* prediction) const;
};
OutOfFoldTruth out_of_fold_truth(const FoldedProblem& problem);

/// F and what else is known of the members of all folds, as of one network's problem.
MemberScores score_folds(const FoldedProblem& problem, const torch::Tensor& lambda, const Weights& weights,
                         const Runtime& runtime, Ledger& ledger);

/// One network's share in an average of predictions.
struct AveragePart {
  const NetworkProblem* problem = nullptr;
  Weights weights;  ///< an ensemble of one
  double share = 1;
};

/// [B, outputs]: the average of what they predict for their own form of a part of the data.
torch::Tensor average_predictions(const std::vector<AveragePart>& parts, Examples NetworkProblem::*part,
                                  const Runtime& runtime, Ledger& ledger);

/// How good predictions [N, outputs] are.
PartScores score_predictions(const torch::Tensor& predictions, const OutOfFoldTruth& truth);

/// What is to be predicted for examples in a network's own form.
OutOfFoldTruth truth_of(const NetworkProblem& problem, const Examples& examples);

/// Of the average of what all members of an ensemble predict. Nothing where the part is empty.
PartScores score_average(const NetworkProblem& problem, const Weights& weights, const Examples& part,
                         const Runtime& runtime, Ledger& ledger);

/// Scores of a model of fold networks (an ensemble of one): out of fold on the validation part, and on the
/// test part the average of their predictions.
ModelScores score_fold_model(MethodContext& context, const FoldedProblem& problem, const Weights& weights);

}  // namespace gbho::inline internal
