#include <nlohmann/json.hpp>

#include "gbho/record/study_record.h"
#include "record/codec.h"
#include "report/export/export.h"
#include "report/export/trial_attributes.h"
#include "report/text/record_trials.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

ordered_json trial_json(const StudyRecord& record, const Trial& trial) {
  ordered_json json = to_json(trial);
  json["outcome"] = to_string(outcome_of(trial));
  json["hyperparameters"] = hyperparameters_json(record.space, trial.evaluation.lambda);
  return json;
}

}  // namespace

std::string internal::studies_json(const std::vector<StudyOverview>& studies) {
  ordered_json json = ordered_json::array();
  for (const StudyOverview& study : studies) json.push_back(to_json(study));
  return dumped(json, 2) + "\n";
}

std::string export_json(const StudyRecord& record) {
  ordered_json json = to_json(record.overview);
  json["message"] = record.message;
  json["space"] = to_json(record.space);
  const Trial* best = best_trial(record);
  json["best_trial"] = best == nullptr ? ordered_json(nullptr) : ordered_json(best->number);
  json["trials"] = ordered_json::array();
  for (const Trial& trial : record.trials) json["trials"].push_back(trial_json(record, trial));
  json["iterations"] = ordered_json::array();
  for (const Iteration& iteration : record.iterations) json["iterations"].push_back(to_json(iteration));
  if (!record.enqueued.empty()) json["enqueued"] = to_json(record.enqueued);
  if (!record.blocks.empty()) json["blocks"] = to_json(record.blocks);
  json["summary"] = stored_json(record.summary);
  json["given"] = stored_json(record.given);
  json["used"] = stored_json(record.used);
  json["environment"] = stored_json(record.environment);
  json["study_file"] = record.study_file;
  return dumped(json, 2) + "\n";
}

}  // namespace gbho
