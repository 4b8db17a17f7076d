#include "report/summary_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "gbho/methods/summary.h"
#include "report/iteration_json.h"
#include "report/trace_json.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json numbers(const std::vector<double>& values) {
  ordered_json json = ordered_json::array();
  for (const double value : values) json.push_back(number(value));
  return json;
}

ordered_json space_json(const Summary& summary) {
  ordered_json json = ordered_json::array();
  for (const Dimension& dimension : summary.space) {
    json.push_back({{"name", dimension.name},
                    {"kind", dimension.kind},
                    {"low", number(dimension.low)},
                    {"high", number(dimension.high)}});
    if (dimension.transform != "exp") json.back()["transform"] = dimension.transform;
  }
  return json;
}

ordered_json hyperparameters_json(const Summary& summary) {
  if (summary.lambda.empty()) return nullptr;
  // Names differ, so there is nothing to look up: with thousands of them that would take long.
  ordered_json::object_t json;
  for (size_t k = 0; k < summary.lambda.size(); ++k) {
    json.emplace_back(summary.space[k].name, number(summary.space[k].value(summary.lambda[k])));
  }
  return json;
}

ordered_json model_json(const std::optional<TrainedModel>& model) {
  if (!model) return nullptr;
  const ModelScores& scores = model->scores;
  return {{"train_loss", number(scores.train_loss)},
          {"validation_loss", number(scores.validation_loss)},
          {"test_loss", number(scores.test_loss)},
          {"train_accuracy", number(scores.train_accuracy)},
          {"validation_accuracy", number(scores.validation_accuracy)},
          {"test_accuracy", number(scores.test_accuracy)}};
}

ordered_json phases_json(const std::vector<PhaseCost>& phases) {
  ordered_json list = ordered_json::array();
  for (const PhaseCost& phase : phases) {
    list.push_back({{"name", phase.name},
                    {"seconds", number(phase.seconds)},
                    {"lower_solves", phase.lower_solves},
                    {"sample_gradients", phase.sample_gradients}});
  }
  return list;
}

ordered_json cost_json(const Summary& summary) {
  const Ledger& ledger = summary.ledger;
  return {{"lower_solves", ledger.lower_solves},
          {"upper_solves", ledger.upper_solves},
          {"sample_gradients", ledger.sample_gradients},
          {"sample_evaluations", ledger.sample_evaluations},
          {"hessian_vector_products", ledger.hessian_vector_products},
          {"seconds", number(summary.seconds)},
          {"seconds_lower", number(ledger.seconds_lower)},
          {"peak_rss_mb", number(summary.peak_rss_mb)}};
}

ordered_json rows_json(const std::vector<std::vector<double>>& rows) {
  ordered_json json = ordered_json::array();
  for (const std::vector<double>& row : rows) json.push_back(numbers(row));
  return json;
}

ordered_json evidence_json(const Evidence& evidence) {
  return {{"correlation", evidence.correlation},
          {"lengths", numbers(evidence.lengths)},
          {"nugget", number(evidence.nugget)},
          {"gradient_nugget", number(evidence.gradient_nugget)},
          {"jitter", number(evidence.jitter)},
          {"lambda", rows_json(evidence.lambda)},
          {"phi", numbers(evidence.phi)},
          {"gradients", rows_json(evidence.gradients)},
          {"model_loss", numbers(evidence.model_loss)},
          {"model_penalty", rows_json(evidence.model_penalty)}};
}

ordered_json certificate_json(const std::optional<Certificate>& certificate) {
  if (!certificate) return nullptr;
  return {{"model", certificate->model},
          {"lambda", numbers(certificate->lambda)},
          {"z", number(certificate->z)},
          {"probability", number(certificate->probability)},
          {"delta", number(certificate->delta)},
          {"epsilon", number(certificate->epsilon)},
          {"s_hat", number(certificate->s_hat)},
          {"phi_hat", number(certificate->phi_hat)},
          {"phi", number(certificate->phi)},
          {"f", number(certificate->f)},
          {"violation", number(certificate->violation)},
          {"bound", number(certificate->bound)},
          {"phi_upper_bound", number(certificate->phi_upper_bound)},
          {"c1", certificate->c1},
          {"c2", certificate->c2},
          {"verified", certificate->verified},
          {"evidence", evidence_json(certificate->evidence)}};
}

ordered_json pilot_json(const PilotResult& pilot) {
  ordered_json trials = ordered_json::array();
  for (const PilotTrial& trial : pilot.trials) {
    trials.push_back({{"learning_rate", number(trial.learning_rate)},
                      {"momentum", number(trial.momentum)},
                      {"objective", number(trial.objective)}});
  }
  return {{"learning_rate", number(pilot.learning_rate)},
          {"momentum", number(pilot.momentum)},
          {"trials", trials}};
}

ordered_json data_json(const DataFacts& data) {
  return {{"name", data.name},   {"checksum", data.checksum},
          {"train", data.train}, {"validation", data.validation},
          {"test", data.test},   {"selection", data.selection}};
}

// "{}" for a summary that did not come from a study file.
ordered_json study_json(const std::string& text) {
  return text.empty() ? ordered_json::object() : ordered_json::parse(text);
}

void add_summary(ordered_json& json, const Summary& summary) {
  json["study"] = summary.study;
  json["method"] = summary.method;
  json["seed"] = summary.seed;
  json["termination"] = to_string(summary.termination);
  json["message"] = summary.message;
  json["warnings"] = summary.warnings;
  json["space"] = space_json(summary);
  json["lambda"] = summary.lambda.empty() ? ordered_json(nullptr) : numbers(summary.lambda);
  json["hyperparameters"] = hyperparameters_json(summary);
  json["models"] = {{"joint", model_json(summary.joint)},
                    {"consistent", model_json(summary.consistent)},
                    {"refit", model_json(summary.refit)}};
  json["cost"] = cost_json(summary);
  json["phases"] = phases_json(summary.phases);
  json["certificate"] = certificate_json(summary.certificate);
  json["pilot"] = pilot_json(summary.pilot);
  json["iterations"] = ordered_json::array();
  for (const Iteration& iteration : summary.iterations)
    json["iterations"].push_back(iteration_json(iteration));
  json["trace"] = trace_json(summary.trace);
  json["cleaning"] = cleaning_json(summary.cleaning);
  json["data"] = data_json(summary.data);
  json["runtime"] = {{"device", summary.runtime.device},
                     {"threads", summary.runtime.thread_count()},
                     {"engine", summary.engine}};
  json["given"] = study_json(summary.given);
  json["used"] = study_json(summary.used);
  json["version"] = summary.version;
  json["seed_streams"] = summary.seed_streams;
}

std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string summary_json(const Summary& summary) {
  ordered_json json;
  add_summary(json, summary);
  return text_of(json);
}

std::string summary_json(const Summary& summary, const std::string& label) {
  return text_of(summary_object(summary, label));
}

ordered_json summary_object(const Summary& summary, const std::string& label) {
  ordered_json json;
  json["label"] = label;
  add_summary(json, summary);
  return json;
}

}  // namespace gbho
