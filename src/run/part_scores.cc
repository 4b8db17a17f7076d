#include "run/part_scores.h"

#include <cmath>

#include "train/metrics.h"

namespace gbho::inline internal {

PartScores part_scores(const NetworkProblem& problem, const Examples& part, const Scores& scores,
                       size_t member) {
  PartScores own;
  if (part.empty()) return own;
  own.loss = scores.loss[member];
  own.accuracy = scores.accuracy[member];
  if (part.regression()) {
    own.rmse = std::abs(problem.target_deviation) * std::sqrt(own.loss);
    own.r2 = r_squared(own.loss, part.y);
  }
  return own;
}

PartScores score_part(const NetworkProblem& problem, const Weights& weights, const Examples& part,
                      const Runtime& runtime, Ledger& ledger) {
  if (part.empty()) return {};
  const Model& model = *problem.level.model;
  PartScores own = part_scores(problem, part, score(model, weights, part, runtime, ledger), 0);
  if (!part.regression() && model.classes() == 2) {
    const torch::Tensor z = model_outputs(model, weights, part, runtime)[0];
    own.auc = area_under_curve(z.select(1, 1) - z.select(1, 0), part.y);
  }
  return own;
}

}  // namespace gbho::inline internal
