#include "report/export/trial_attributes.h"

#include <algorithm>
#include <cmath>

#include "gbho/record/study_record.h"
#include "record/parse_json.h"
#include "report/text/record_trials.h"

namespace gbho::inline internal {

using nlohmann::ordered_json;

std::vector<std::pair<std::string, ordered_json>> trial_attributes(const StudyRecord& record,
                                                                   const Trial& trial) {
  std::vector<std::pair<std::string, ordered_json>> attributes;
  const auto add_number = [&](const std::string& name, double value) {
    if (std::isfinite(value)) attributes.emplace_back(name, value);
  };
  const Evaluation& evaluation = trial.evaluation;
  attributes.emplace_back("phase", trial.phase);
  attributes.emplace_back("status", to_string(evaluation.status));
  if (!evaluation.message.empty()) attributes.emplace_back("message", evaluation.message);
  attributes.emplace_back("epochs", trial.epochs);
  for (size_t k = 0; k < std::min(record.space.size(), evaluation.lambda.size()); ++k) {
    const Dimension& dimension = record.space[k];
    add_number("hyperparameter_" + dimension.name, dimension.value(evaluation.lambda[k]));
  }
  add_number("objective", evaluation.objective);
  add_number("train_loss", evaluation.train_loss);
  add_number("validation_loss", evaluation.validation_loss);
  add_number("validation_accuracy", evaluation.validation_accuracy);
  add_number("selection_loss", evaluation.selection_loss);
  attributes.emplace_back("lower_solves", trial.spent.lower_solves);
  attributes.emplace_back("sample_gradients", trial.spent.sample_gradients);
  add_number("seconds", trial.seconds);
  return attributes;
}

int optuna_state(const Trial& trial) {
  switch (outcome_of(trial)) {
    case TrialOutcome::kComplete:
      return 1;
    case TrialOutcome::kPartial:
      return 2;
    case TrialOutcome::kFailed:
      break;
  }
  return 3;
}

std::string optuna_state_name(const Trial& trial) {
  const int state = optuna_state(trial);
  return state == 1 ? "COMPLETE" : state == 2 ? "PRUNED" : "FAIL";
}

ordered_json stored_json(const std::string& text) {
  if (text.empty()) return nullptr;
  try {
    return parse_json(text);
  } catch (const nlohmann::json::exception&) {
    return text;
  }
}

}  // namespace gbho::inline internal
