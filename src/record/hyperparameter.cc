#include "gbho/record/hyperparameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "gbho/base/error.h"
#include "record/option_tables.h"

namespace gbho {
namespace {

const std::vector<std::string> kPenaltyItems = {"layer", "input", "unit", "weight"};
const std::vector<std::string> kExampleItems = {"example", "source"};

// Names become parts of keys: hyperparameter.NAME.low.
bool is_plain_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

void validate_many(const Hyperparameter& hyperparameter, const std::string& key) {
  const std::vector<std::string>& items = hyperparameter.weighs_examples() ? kExampleItems : kPenaltyItems;
  const std::string& per = hyperparameter.per;
  if (!per.empty() && std::find(items.begin(), items.end(), per) == items.end()) {
    throw ConfigError(key + ".per",
                      fmt::format(" = \"{}\": not known for kind = \"{}\"{}; use one of {}", per,
                                  hyperparameter.kind, did_you_mean(per, items), joined(items)));
  }
  if (hyperparameter.weighs_examples() && per.empty()) {
    throw ConfigError(
        key + ".per",
        fmt::format(" = \"\": one weight for all examples changes nothing; use one of {}", joined(items)));
  }
  if (hyperparameter.count > 0 && per.empty()) {
    throw ConfigError(key + ".count",
                      fmt::format(" = {}: goes with per, which is missing", hyperparameter.count));
  }
}

void validate_hyperparameter(const Hyperparameter& hyperparameter) {
  const std::string key = "hyperparameter." + hyperparameter.name;
  if (!is_plain_name(hyperparameter.name)) {
    throw ConfigError(key + ".name",
                      fmt::format(" = \"{}\": use letters, digits, '_' and '-' alone", hyperparameter.name));
  }
  Hyperparameter checked = hyperparameter;
  check_options(key, hyperparameter_options(checked));
  if (hyperparameter.low >= hyperparameter.high) {
    throw ConfigError(key + ".low",
                      fmt::format(" = {}: must be smaller than {}.high = {}; swap them or widen the range",
                                  hyperparameter.low, key, hyperparameter.high));
  }
  validate_many(hyperparameter, key);
}

}  // namespace

void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters) {
  if (hyperparameters.empty()) {
    throw ConfigError(
        "hyperparameter: nothing to tune; add a [[hyperparameter]] block with name, low and high");
  }
  std::vector<std::string> names;
  int64_t weightings = 0;
  for (const Hyperparameter& hyperparameter : hyperparameters) {
    validate_hyperparameter(hyperparameter);
    if (hyperparameter.weighs_examples() && ++weightings > 1) {
      throw ConfigError("hyperparameter." + hyperparameter.name + ".kind",
                        " = \"example_weight\": a study has one block of them; leave this one out");
    }
    if (std::find(names.begin(), names.end(), hyperparameter.name) != names.end()) {
      throw ConfigError("hyperparameter." + hyperparameter.name + ".name",
                        " = \"" + hyperparameter.name + "\": used twice; give each its own name");
    }
    names.push_back(hyperparameter.name);
  }
}

}  // namespace gbho
