#include "report/text/score_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/printable.h"
#include "gbho/record/summary.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

bool any_auc(const Summary& summary) {
  const auto models = {&summary.joint, &summary.consistent, &summary.refit};
  return std::any_of(models.begin(), models.end(), [](const std::optional<ModelScores>* model) {
    return *model && (std::isfinite((*model)->validation_auc) || std::isfinite((*model)->test_auc));
  });
}

}  // namespace

std::vector<ScoreColumn> score_columns(const Summary& summary) {
  if (summary.is_regression()) {
    return {{"validation", "RMSE", &ModelScores::validation_rmse, number_text, true},
            {"test", "RMSE", &ModelScores::test_rmse, number_text, false},
            {"test", "R²", &ModelScores::test_r2, loss_text, false}};
  }
  std::vector<ScoreColumn> columns = {
      {"validation", "acc.", &ModelScores::validation_accuracy, percent_text, true},
      {"test", "acc.", &ModelScores::test_accuracy, percent_text, false}};
  if (any_auc(summary)) columns.push_back({"test", "AUC", &ModelScores::test_auc, loss_text, false});
  return columns;
}

std::string loss_words(const Summary& summary) {
  if (!summary.is_regression()) return "Losses are mean cross-entropy, without the penalty.";
  const std::string& target = summary.data.target;
  return fmt::format(
      "Losses are mean squared errors of the standardized target, without the penalty; RMSE is in {} units.",
      target.empty() ? "the target's own" : printable(target) + "'s own");
}

}  // namespace gbho::inline internal
