#include "nn/penalty_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"

namespace gbho::inline internal {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_layer_names(const PenaltyTerm& term, const std::vector<std::string>& known) {
  for (const std::string& layer : term.layers) {
    if (contains(known, layer)) continue;
    throw ConfigError(fmt::format("hyperparameter '{}': the model has no layer \"{}\"{}; its layers are: {}",
                                  term.name, layer, did_you_mean(layer, known), joined(known)));
  }
}

std::string remedy_for_layers(const Model& model) {
  std::vector<std::string> fitting;
  for (const Parameter& parameter : model.parameters()) {
    if (parameter.reads_inputs && !contains(fitting, parameter.layer)) fitting.push_back(parameter.layer);
  }
  if (fitting.empty()) return fmt::format("no layer of '{}' does: leave inputs out", model.kind());
  return fmt::format("set layers = {}, or leave inputs out", to_text(OptionValue(fitting)));
}

void check_inputs(const PenaltyTerm& term, const Model& model) {
  if (term.inputs.empty()) return;
  const std::string key = "hyperparameter." + term.name + ".inputs";
  const std::string given = " = " + to_text(OptionValue(term.inputs));
  if (term.inputs.size() != 2) {
    throw ConfigError(
        key, given + ": give two numbers, the first input and the one after the last, such as [0, 112]");
  }
  const int64_t first = term.inputs[0];
  const int64_t last = term.inputs[1];
  if (first < 0 || first >= last) {
    throw ConfigError(key, given +
                               ": not a range; inputs count from 0, and the second number, the one after the "
                               "last, must be larger than the first");
  }
  for (const Parameter& parameter : model.parameters()) {
    if (parameter.bias || !names_layer(term, parameter.layer)) continue;
    if (!parameter.reads_inputs) {
      throw ConfigError(key, fmt::format("{}: the layer '{}' does not read the data's inputs one by one; {}",
                                         given, parameter.layer, remedy_for_layers(model)));
    }
    if (last > parameter.shape[1]) {
      throw ConfigError(key, fmt::format("{}: the layer '{}' has {} inputs; use a range within [0, {}]",
                                         given, parameter.layer, parameter.shape[1], parameter.shape[1]));
    }
  }
}

void check_per(const PenaltyTerm& term, const Model& model) {
  static const std::vector<std::string> known = {"layer", "input", "unit", "weight"};
  const std::string key = "hyperparameter." + term.name + ".per";
  const std::string given = " = \"" + term.per + "\"";
  if (term.count < 0) {
    throw ConfigError("hyperparameter." + term.name + ".count",
                      fmt::format(" = {}: must be at least 0 (one for each)", term.count));
  }
  if (term.per.empty()) return;
  if (!term.inputs.empty()) {
    throw ConfigError(key, fmt::format("{}: cannot be given beside inputs = {}; leave one of them out", given,
                                       to_text(OptionValue(term.inputs))));
  }
  if (term.per == "layer") return;
  if (!contains(known, term.per)) {
    throw ConfigError(key, fmt::format("{}: not known for a penalty{}; choose one of: {}", given,
                                       did_you_mean(term.per, known), joined(known)));
  }
  int64_t inputs = 0;
  for (const Parameter& parameter : model.parameters()) {
    if (parameter.bias || !names_layer(term, parameter.layer)) continue;
    if (parameter.shape.size() != 2) {
      throw ConfigError(
          key,
          fmt::format("{}: the layer '{}' is not dense; name dense layers in layers, or use per = \"layer\"",
                      given, parameter.layer));
    }
    if (term.per != "input") continue;
    if (!parameter.reads_inputs || (inputs > 0 && parameter.shape[1] != inputs)) {
      throw ConfigError(key, fmt::format("{}: the layer '{}' does not read the data's inputs one by one; {}",
                                         given, parameter.layer, remedy_for_layers(model)));
    }
    inputs = parameter.shape[1];
  }
}

}  // namespace

bool names_layer(const PenaltyTerm& term, const std::string& layer) {
  return term.layers.empty() || contains(term.layers, layer);
}

void check_term(const PenaltyTerm& term, const Model& model) {
  static const std::vector<std::string> kinds = {"l2", "l1", "elastic_net"};
  if (!contains(kinds, term.kind)) {
    throw ConfigError(fmt::format("hyperparameter '{}': kind = \"{}\" is not known{}; choose one of: {}",
                                  term.name, term.kind, did_you_mean(term.kind, kinds), joined(kinds)));
  }
  if (!(term.l1_ratio >= 0 && term.l1_ratio <= 1)) {
    throw ConfigError(
        fmt::format("hyperparameter '{}': l1_ratio = {} must lie between 0 and 1", term.name, term.l1_ratio));
  }
  check_layer_names(term, model.layers());
  check_inputs(term, model);
  check_per(term, model);
}

}  // namespace gbho::inline internal
