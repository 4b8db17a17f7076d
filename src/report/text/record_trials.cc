#include "report/text/record_trials.h"

#include <algorithm>
#include <cmath>

#include "gbho/record/study_record.h"

namespace gbho::inline internal {

TrialOutcome outcome_of(const Trial& trial) {
  if (!trial.evaluation.usable() || !std::isfinite(trial.evaluation.criterion()))
    return TrialOutcome::kFailed;
  return trial.partial ? TrialOutcome::kPartial : TrialOutcome::kComplete;
}

std::string to_string(TrialOutcome outcome) {
  switch (outcome) {
    case TrialOutcome::kComplete:
      return "complete";
    case TrialOutcome::kPartial:
      return "partial";
    case TrialOutcome::kFailed:
      return "failed";
  }
  return "";
}

const Trial* best_trial(const StudyRecord& record) {
  const Trial* best = nullptr;
  for (const Trial& trial : record.trials) {
    if (outcome_of(trial) != TrialOutcome::kComplete) continue;
    if (best == nullptr || trial.evaluation.criterion() < best->evaluation.criterion()) best = &trial;
  }
  return best;
}

std::string criterion_name(const StudyRecord& record) {
  const bool selection = std::any_of(record.trials.begin(), record.trials.end(), [](const Trial& trial) {
    return std::isfinite(trial.evaluation.selection_loss);
  });
  return selection ? "selection loss" : "validation loss";
}

}  // namespace gbho::inline internal
