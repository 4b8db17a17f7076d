#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "gbho/methods/summary.h"
#include "report/parse_json.h"
#include "report/summary_json.h"
#include "report/trace_json.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;
using Rows = std::vector<std::vector<double>>;

double number_from(const ordered_json& json) {
  return json.is_null() ? kNone : json.get<double>();
}

double number_at(const ordered_json& json, const char* key) {
  return number_from(json.at(key));
}

std::string text_at(const ordered_json& json, const char* key) {
  return json.at(key).get<std::string>();
}

std::vector<double> numbers_from(const ordered_json& json) {
  std::vector<double> values;
  for (const ordered_json& value : json) values.push_back(number_from(value));
  return values;
}

Rows rows_from(const ordered_json& json) {
  Rows rows;
  for (const ordered_json& row : json) rows.push_back(numbers_from(row));
  return rows;
}

Termination termination_from(const std::string& text) {
  for (const Termination termination :
       {Termination::kFinished, Termination::kBudget, Termination::kConverged, Termination::kInterrupted,
        Termination::kNoModel, Termination::kFailed}) {
    if (to_string(termination) == text) return termination;
  }
  throw DataError(fmt::format("termination = \"{}\": not an end that a run can have", text));
}

std::vector<Dimension> space_from(const ordered_json& json) {
  std::vector<Dimension> space;
  for (const ordered_json& item : json) {
    space.push_back({text_at(item, "name"), text_at(item, "kind"), number_at(item, "low"),
                     number_at(item, "high"), item.value("transform", "exp")});
  }
  return space;
}

std::optional<TrainedModel> model_from(const ordered_json& json) {
  if (json.is_null()) return std::nullopt;
  TrainedModel model;
  model.scores = {number_at(json, "train_loss"),          number_at(json, "validation_loss"),
                  number_at(json, "test_loss"),           number_at(json, "train_accuracy"),
                  number_at(json, "validation_accuracy"), number_at(json, "test_accuracy")};
  return model;
}

void read_cost(const ordered_json& json, Summary& summary) {
  Ledger& ledger = summary.ledger;
  json.at("lower_solves").get_to(ledger.lower_solves);
  json.at("upper_solves").get_to(ledger.upper_solves);
  json.at("sample_gradients").get_to(ledger.sample_gradients);
  json.at("sample_evaluations").get_to(ledger.sample_evaluations);
  json.at("hessian_vector_products").get_to(ledger.hessian_vector_products);
  summary.seconds = number_at(json, "seconds");
  ledger.seconds_lower = number_at(json, "seconds_lower");
  summary.peak_rss_mb = number_at(json, "peak_rss_mb");
}

Evidence evidence_from(const ordered_json& json) {
  Evidence evidence;
  evidence.correlation = text_at(json, "correlation");
  evidence.lengths = numbers_from(json.at("lengths"));
  evidence.nugget = number_at(json, "nugget");
  evidence.gradient_nugget = number_at(json, "gradient_nugget");
  evidence.jitter = number_at(json, "jitter");
  evidence.lambda = rows_from(json.at("lambda"));
  evidence.phi = numbers_from(json.at("phi"));
  evidence.gradients = rows_from(json.at("gradients"));
  evidence.model_loss = numbers_from(json.at("model_loss"));
  evidence.model_penalty = rows_from(json.at("model_penalty"));
  return evidence;
}

std::optional<Certificate> certificate_from(const ordered_json& json) {
  if (json.is_null()) return std::nullopt;
  Certificate certificate;
  certificate.model = text_at(json, "model");
  certificate.lambda = numbers_from(json.at("lambda"));
  certificate.z = number_at(json, "z");
  certificate.probability = number_at(json, "probability");
  certificate.delta = number_at(json, "delta");
  certificate.epsilon = number_at(json, "epsilon");
  certificate.s_hat = number_at(json, "s_hat");
  certificate.phi_hat = number_at(json, "phi_hat");
  certificate.phi = number_at(json, "phi");
  certificate.f = number_at(json, "f");
  certificate.violation = number_at(json, "violation");
  certificate.bound = number_at(json, "bound");
  certificate.phi_upper_bound = number_at(json, "phi_upper_bound");
  certificate.c1 = json.at("c1").get<bool>();
  certificate.c2 = json.at("c2").get<bool>();
  certificate.verified = json.at("verified").get<bool>();
  certificate.evidence = evidence_from(json.at("evidence"));
  return certificate;
}

Iteration iteration_from(const ordered_json& json) {
  Iteration iteration;
  iteration.index = json.at("index").get<int64_t>();
  iteration.kind = text_at(json, "kind");
  iteration.lambda = numbers_from(json.at("lambda"));
  iteration.f = number_at(json, "f");
  iteration.phi_hat = number_at(json, "phi_hat");
  iteration.s_hat = number_at(json, "s_hat");
  iteration.phi = number_at(json, "phi");
  iteration.upper = number_at(json, "upper");
  iteration.mu = number_at(json, "mu");
  iteration.rho = number_at(json, "rho");
  iteration.validation_loss_consistent = number_at(json, "validation_loss_consistent");
  iteration.status = text_at(json, "status");
  iteration.message = text_at(json, "message");
  return iteration;
}

// Summaries of earlier versions do not have them.
std::vector<PhaseCost> phases_from(const ordered_json& json) {
  std::vector<PhaseCost> phases;
  if (!json.contains("phases")) return phases;
  for (const ordered_json& phase : json.at("phases")) {
    phases.push_back({text_at(phase, "name"), number_at(phase, "seconds"),
                      phase.at("lower_solves").get<int64_t>(), phase.at("sample_gradients").get<int64_t>()});
  }
  return phases;
}

PilotResult pilot_from(const ordered_json& json) {
  PilotResult pilot = {number_at(json, "learning_rate"), number_at(json, "momentum"), {}};
  for (const ordered_json& trial : json.at("trials")) {
    pilot.trials.push_back(
        {number_at(trial, "learning_rate"), number_at(trial, "momentum"), number_at(trial, "objective")});
  }
  return pilot;
}

DataFacts data_from(const ordered_json& json) {
  return {text_at(json, "name"),           text_at(json, "checksum"),
          json.at("train").get<int64_t>(), json.at("validation").get<int64_t>(),
          json.at("test").get<int64_t>(),  json.at("selection").get<int64_t>()};
}

// One line per key, in the order in which summary_json writes them.
Summary read_summary(const ordered_json& json) {
  Summary summary;
  summary.study = text_at(json, "study");
  summary.method = text_at(json, "method");
  summary.seed = json.at("seed").get<uint64_t>();
  summary.termination = termination_from(text_at(json, "termination"));
  summary.message = text_at(json, "message");
  json.at("warnings").get_to(summary.warnings);
  summary.space = space_from(json.at("space"));
  if (!json.at("lambda").is_null()) summary.lambda = numbers_from(json.at("lambda"));
  if (!summary.lambda.empty() && summary.lambda.size() != summary.space.size()) {
    throw DataError(
        fmt::format("lambda has {} numbers, space has {}", summary.lambda.size(), summary.space.size()));
  }
  summary.joint = model_from(json.at("models").at("joint"));
  summary.consistent = model_from(json.at("models").at("consistent"));
  summary.refit = model_from(json.at("models").at("refit"));
  read_cost(json.at("cost"), summary);
  summary.certificate = certificate_from(json.at("certificate"));
  summary.pilot = pilot_from(json.at("pilot"));
  for (const ordered_json& item : json.at("iterations")) summary.iterations.push_back(iteration_from(item));
  summary.phases = phases_from(json);
  // Summaries of earlier versions have neither.
  if (json.contains("trace")) summary.trace = trace_from(json.at("trace"));
  if (json.contains("cleaning")) summary.cleaning = cleaning_from(json.at("cleaning"));
  summary.data = data_from(json.at("data"));
  summary.runtime.device = text_at(json.at("runtime"), "device");
  summary.runtime.threads = json.at("runtime").at("threads").get<int>();
  summary.engine = text_at(json.at("runtime"), "engine");
  summary.given = json.at("given").dump();
  summary.used = json.at("used").dump();
  summary.version = text_at(json, "version");
  json.at("seed_streams").get_to(summary.seed_streams);
  return summary;
}

}  // namespace

Summary summary_from_json(const std::string& text) {
  try {
    return read_summary(parse_json(text));
  } catch (const nlohmann::json::exception& error) {
    throw DataError(fmt::format("not the summary of a run: {}", error.what()));
  } catch (const DataError& error) {
    throw DataError(fmt::format("not the summary of a run: {}", error.what()));
  }
}

}  // namespace gbho
