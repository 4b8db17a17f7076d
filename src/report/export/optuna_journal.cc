#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/local_time.h"
#include "gbho/record/study_record.h"
#include "record/codec.h"
#include "report/export/export.h"
#include "report/export/trial_attributes.h"
#include "report/text/record_trials.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

// The operations of a journal (optuna/storages/_journal/storage.py). Studies and trials have no ids in it:
// they are counted from 0 as they are created.
enum JournalOperation : int {
  kCreateStudy = 0,
  kSetStudyUserAttribute = 2,
  kSetStudySystemAttribute = 3,
  kCreateTrial = 4,
  kSetTrialParameter = 5,
  kSetTrialStateAndValues = 6,
  kSetTrialIntermediateValue = 7,
  kSetTrialUserAttribute = 8
};

// Whoever reads the journal must not take its records for its own; any name that no thread of Optuna has will
// do.
constexpr const char* kWorker = "gbho";

class OptunaLines {
 public:
  void add(JournalOperation operation, const ordered_json& content) {
    ordered_json line = {{"op_code", static_cast<int>(operation)}, {"worker_id", kWorker}};
    line.update(content);
    text_ += dumped(line);
    text_ += '\n';
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

ordered_json one_attribute(const std::string& name, const ordered_json& value) {
  ordered_json json = ordered_json::object();
  json[name] = value;
  return json;
}

// λ itself on a linear scale: the hyperparameter is exp λ, so λ is its logarithm already.
std::string distribution_text(const Dimension& dimension) {
  return dumped({{"name", "FloatDistribution"},
                 {"attributes",
                  {{"step", nullptr}, {"low", dimension.low}, {"high", dimension.high}, {"log", false}}}});
}

// Optuna insists on a time at which a trial ended; the nearest that is known serves.
std::string known_time(const StudyRecord& record, const Trial& trial) {
  for (const std::string* time :
       {&trial.finished, &trial.started, &record.overview.updated, &record.overview.created}) {
    if (local_microseconds(*time)) return *time;
  }
  return "1970-01-01T00:00:00.000000";
}

ordered_json at_path(const ordered_json& json, std::initializer_list<const char*> path) {
  const ordered_json* place = &json;
  for (const char* key : path) {
    if (!place->is_object() || !place->contains(key)) return nullptr;
    place = &place->at(key);
  }
  return *place;
}

void add_study(OptunaLines& journal, const StudyRecord& record) {
  journal.add(kCreateStudy, {{"study_name", record.overview.name},
                             {"directions", ordered_json::array({1})}});  // 1: minimize
  const ordered_json summary = stored_json(record.summary);
  const ordered_json environment = stored_json(record.environment);
  const ordered_json version = at_path(environment, {"version"});
  const auto add = [&](const std::string& name, const ordered_json& value) {
    if (value.is_null()) return;
    journal.add(kSetStudyUserAttribute, {{"study_id", 0}, {"user_attr", one_attribute(name, value)}});
  };
  add("method", record.overview.method);
  add("seed", record.overview.seed);
  add("version", version.is_null() ? at_path(summary, {"version"}) : version);
  add("state", record.overview.state);
  add("message", record.message);
  add("lambda", at_path(summary, {"lambda"}));
  add("hyperparameters", at_path(summary, {"hyperparameters"}));
  for (const char* model : {"joint", "consistent", "refit"}) {
    add(std::string(model) + "_test_loss", at_path(summary, {"models", model, "test_loss"}));
  }
  add("given", stored_json(record.given));
  // What the axes of Optuna's plots are called.
  journal.add(
      kSetStudySystemAttribute,
      {{"study_id", 0},
       {"system_attr", one_attribute("study:metric_names", ordered_json::array({criterion_name(record)}))}});
}

void add_parameters(OptunaLines& journal, const StudyRecord& record, const Trial& trial, size_t id,
                    const std::vector<std::string>& distributions) {
  const std::vector<double>& lambda = trial.evaluation.lambda;
  for (size_t k = 0; k < std::min(record.space.size(), lambda.size()); ++k) {
    if (!std::isfinite(lambda[k])) continue;
    journal.add(kSetTrialParameter, {{"trial_id", id},
                                     {"param_name", record.space[k].name},
                                     {"param_value_internal", lambda[k]},
                                     {"distribution", distributions[k]}});
  }
}

void add_trial(OptunaLines& journal, const StudyRecord& record, const Trial& trial, size_t id,
               const std::vector<std::string>& distributions) {
  const std::string end = known_time(record, trial);
  journal.add(kCreateTrial,
              {{"study_id", 0}, {"datetime_start", local_microseconds(trial.started) ? trial.started : end}});
  add_parameters(journal, record, trial, id, distributions);
  for (const auto& [name, value] : trial_attributes(record, trial)) {
    journal.add(kSetTrialUserAttribute, {{"trial_id", id}, {"user_attr", one_attribute(name, value)}});
  }
  ordered_json values = nullptr;
  if (outcome_of(trial) != TrialOutcome::kFailed) {
    const double value = trial.evaluation.criterion();
    journal.add(kSetTrialIntermediateValue,
                {{"trial_id", id}, {"step", trial.epochs}, {"intermediate_value", value}});
    // A pruned trial has its last intermediate value, as in Optuna; it is never the best.
    values = ordered_json::array({value});
  }
  // Last: Optuna changes nothing in a trial that has ended.
  journal.add(
      kSetTrialStateAndValues,
      {{"trial_id", id}, {"state", optuna_state(trial)}, {"values", values}, {"datetime_complete", end}});
}

}  // namespace

std::string export_optuna_journal(const StudyRecord& record) {
  OptunaLines journal;
  add_study(journal, record);
  std::vector<std::string> distributions;
  for (const Dimension& dimension : record.space) distributions.push_back(distribution_text(dimension));
  for (size_t i = 0; i < record.trials.size(); ++i) {
    add_trial(journal, record, record.trials[i], i, distributions);
  }
  return std::move(journal).text();
}

}  // namespace gbho
