#include <algorithm>

#include "gbho/study/record.h"
#include "report/export/export.h"
#include "report/export/trial_attributes.h"
#include "report/iteration_json.h"
#include "report/record_trials.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

ordered_json dimensions_json(const StudyRecord& record) {
  ordered_json json = ordered_json::array();
  for (const Dimension& dimension : record.space) {
    json.push_back({{"name", dimension.name},
                    {"kind", dimension.kind},
                    {"low", dimension.low},
                    {"high", dimension.high},
                    {"transform", dimension.transform}});
  }
  return json;
}

ordered_json ledger_json(const Ledger& ledger) {
  return {{"lower_solves", ledger.lower_solves},
          {"upper_solves", ledger.upper_solves},
          {"sample_gradients", ledger.sample_gradients},
          {"sample_evaluations", ledger.sample_evaluations},
          {"hessian_vector_products", ledger.hessian_vector_products},
          {"seconds_lower", ledger.seconds_lower}};
}

ordered_json trial_json(const StudyRecord& record, const Trial& trial) {
  const Evaluation& evaluation = trial.evaluation;
  // Names differ, so there is nothing to look up: with thousands of them that would take long.
  ordered_json::object_t hyperparameters;
  for (size_t k = 0; k < std::min(record.space.size(), evaluation.lambda.size()); ++k) {
    hyperparameters.emplace_back(record.space[k].name, record.space[k].value(evaluation.lambda[k]));
  }
  return {{"number", trial.number},
          {"phase", trial.phase},
          {"outcome", to_string(outcome_of(trial))},
          {"status", to_string(evaluation.status)},
          {"message", evaluation.message},
          {"partial", trial.partial},
          {"epochs", trial.epochs},
          {"lambda", evaluation.lambda},
          {"hyperparameters", std::move(hyperparameters)},
          {"objective", evaluation.objective},
          {"train_loss", evaluation.train_loss},
          {"validation_loss", evaluation.validation_loss},
          {"validation_accuracy", evaluation.validation_accuracy},
          {"selection_loss", evaluation.selection_loss},
          {"lambda_gradient", evaluation.lambda_gradient},
          {"spent", ledger_json(trial.spent)},
          {"seconds", trial.seconds},
          {"started", trial.started},
          {"finished", trial.finished}};
}

ordered_json overview_json(const StudyOverview& overview) {
  return {{"study", overview.name},         {"method", overview.method},
          {"seed", overview.seed},          {"state", overview.state},
          {"created", overview.created},    {"updated", overview.updated},
          {"trial_count", overview.trials}, {"best_validation_loss", overview.best_validation_loss},
          {"seconds", overview.seconds}};
}

}  // namespace

std::string studies_json(const std::vector<StudyOverview>& studies) {
  ordered_json json = ordered_json::array();
  for (const StudyOverview& study : studies) json.push_back(overview_json(study));
  return dumped(json, 2) + "\n";
}

std::string export_json(const StudyRecord& record) {
  ordered_json json = overview_json(record.overview);
  json["message"] = record.message;
  json["space"] = dimensions_json(record);
  const Trial* best = best_trial(record);
  json["best_trial"] = best == nullptr ? ordered_json(nullptr) : ordered_json(best->number);
  json["trials"] = ordered_json::array();
  for (const Trial& trial : record.trials) json["trials"].push_back(trial_json(record, trial));
  json["iterations"] = ordered_json::array();
  for (const Iteration& iteration : record.iterations)
    json["iterations"].push_back(iteration_json(iteration));
  json["summary"] = stored_json(record.summary);
  json["given"] = stored_json(record.given);
  json["used"] = stored_json(record.used);
  json["environment"] = stored_json(record.environment);
  json["study_file"] = record.study_file;
  return dumped(json, 2) + "\n";
}

}  // namespace gbho
