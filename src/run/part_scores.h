#pragma once

#include "gbho/bilevel/network_problem.h"
#include "gbho/record/ledger.h"
#include "gbho/record/number.h"
#include "gbho/record/runtime.h"
#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// How good one model is on a part of the data. What does not go with the task is not a number.
struct PartScores {
  double loss = kNone;
  double accuracy = kNone;
  double auc = kNone;   ///< of two classes
  double rmse = kNone;  ///< of a regression, in the target's own units
  double r2 = kNone;
};

/// `weights` is an ensemble of one. Nothing where the part is empty.
PartScores score_part(const NetworkProblem& problem, const Weights& weights, const Examples& part,
                      const Runtime& runtime, Ledger& ledger);

/// What these scores say of one member, without the AUC. Nothing where the part is empty.
PartScores part_scores(const NetworkProblem& problem, const Examples& part, const Scores& scores,
                       size_t member);

}  // namespace gbho::inline internal
