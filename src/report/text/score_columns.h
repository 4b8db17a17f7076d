#pragma once

#include <string>
#include <vector>

namespace gbho {
struct ModelScores;
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// A score of models beside their losses, in the words of the task.
struct ScoreColumn {
  std::string part;  ///< validation | test
  std::string name;  ///< acc. | AUC | RMSE | R²
  double ModelScores::*score;
  std::string (*text)(double);
  bool seen_by_refit;  ///< on data that the refit and joint models were trained on
};

/// Accuracies, and the AUC of two classes; or RMSE and R² of a regression.
std::vector<ScoreColumn> score_columns(const Summary& summary);

/// "Losses are mean cross-entropy, without the penalty."
std::string loss_words(const Summary& summary);

}  // namespace gbho::inline internal
