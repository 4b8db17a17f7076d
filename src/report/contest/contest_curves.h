#pragma once

#include <string>
#include <vector>

#include "gbho/study/compare.h"
#include "report/figure/figure.h"

namespace gbho::inline internal {

/// A score to follow over the cost of a run.
struct CurveScore {
  std::string id;
  std::string title;
  double ModelScores::*model;   ///< of models that were trained on the way
  double TracePoint::*network;  ///< of the network that trains itself
};

/// Whose score a curve shows.
enum class CurveOf { kNetwork, kConsistent, kRefit };

/// What the runs of a contestant had when they had spent so much, mean over seeds. A run that is over keeps
/// its last.
struct ContestCurve {
  std::string label;
  std::vector<double> cost;  ///< sample-gradients
  std::vector<double> score;
};

/// Test loss and test accuracy.
const std::vector<CurveScore>& curve_scores();

/// One for each contestant that has such scores.
std::vector<ContestCurve> contest_curves(const std::vector<Contestant>& contestants, const CurveScore& score,
                                         CurveOf of);

/// One line for each look at a run: round, cost, losses of the network, scores of the models trained there.
/// Only a heading when no run has any.
std::string curves_csv(const std::vector<Contestant>& contestants);

/// Consistent and refit models, or the network where none were trained, over the cost. No panels when no run
/// has a trace.
Figure curves_figure(const std::vector<Contestant>& contestants);

}  // namespace gbho::inline internal
