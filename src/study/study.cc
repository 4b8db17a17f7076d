#include "gbho/study/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/study/run.h"
#include "study/study_parts.h"

namespace gbho {
namespace {

const std::vector<std::string> kPenaltyKinds = {"l2", "l1", "elastic_net"};

// Names become parts of keys: hyperparameter.NAME.low.
bool is_plain_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

void validate_hyperparameter(const Hyperparameter& hyperparameter) {
  const std::string key = "hyperparameter." + hyperparameter.name;
  if (!is_plain_name(hyperparameter.name)) {
    throw ConfigError(
        fmt::format("{}.name = \"{}\": use letters, digits, '_' and '-' alone", key, hyperparameter.name));
  }
  if (std::find(kPenaltyKinds.begin(), kPenaltyKinds.end(), hyperparameter.kind) == kPenaltyKinds.end()) {
    throw ConfigError(fmt::format("{}.kind = \"{}\": unknown kind{}; use one of {}", key, hyperparameter.kind,
                                  did_you_mean(hyperparameter.kind, kPenaltyKinds), joined(kPenaltyKinds)));
  }
  if (!std::isfinite(hyperparameter.low))
    throw ConfigError(fmt::format("{}.low = {}: must be finite", key, hyperparameter.low));
  if (!std::isfinite(hyperparameter.high))
    throw ConfigError(fmt::format("{}.high = {}: must be finite", key, hyperparameter.high));
  if (hyperparameter.low >= hyperparameter.high) {
    throw ConfigError(
        fmt::format("{0}.low = {1}: must be smaller than {0}.high = {2}; swap them or widen the range", key,
                    hyperparameter.low, hyperparameter.high));
  }
  if (!(hyperparameter.l1_ratio >= 0 && hyperparameter.l1_ratio <= 1)) {
    throw ConfigError(
        fmt::format("{}.l1_ratio = {}: must lie between 0 and 1", key, hyperparameter.l1_ratio));
  }
}

void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters) {
  if (hyperparameters.empty()) {
    throw ConfigError(
        "hyperparameter: nothing to tune; add a [[hyperparameter]] block with name, low and high");
  }
  std::vector<std::string> names;
  for (const Hyperparameter& hyperparameter : hyperparameters) {
    validate_hyperparameter(hyperparameter);
    if (std::find(names.begin(), names.end(), hyperparameter.name) != names.end()) {
      throw ConfigError(fmt::format("hyperparameter.{0}.name = \"{0}\": used twice; give each its own name",
                                    hyperparameter.name));
    }
    names.push_back(hyperparameter.name);
  }
}

}  // namespace

void StudyOptions::validate() const {
  if (seed < 0) throw ConfigError(fmt::format("seed = {}: must not be negative", seed));
  validate_hyperparameters(hyperparameters);
  data.validate();
  model.validate();
  lower.validate();
  budget.validate();
  make_method(*this)->validate(make_space(*this));
}

std::string StudySource::origin_of_message(const std::string& message) const {
  const std::string key = message.substr(0, message.find_first_of(" :="));
  const auto found = origins.find(key);
  return found == origins.end() ? name : found->second;
}

Space make_space(const StudyOptions& options) {
  std::vector<Dimension> dimensions;
  for (const Hyperparameter& hyperparameter : options.hyperparameters) {
    dimensions.push_back({hyperparameter.name, hyperparameter.kind, hyperparameter.low, hyperparameter.high});
  }
  return Space(std::move(dimensions));
}

std::unique_ptr<Method> make_method(const StudyOptions& options) {
  return create_method(options.method, method_values(options, options.method));
}

OptionValues method_values(const StudyOptions& options, const std::string& method) {
  const auto values = options.method_options.find(method);
  return values == options.method_options.end() ? OptionValues{} : values->second;
}

}  // namespace gbho
