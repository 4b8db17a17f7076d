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
const std::vector<std::string> kDropoutItems = {"layer"};
const std::vector<std::string> kClassItems = {"class"};
const std::vector<std::string> kNoItems = {};

// A share of more than this leaves next to nothing to learn from.
constexpr double kMostShare = 0.9;

// What `per` may say, by kind.
const std::vector<std::string>& items_of(const Hyperparameter& hyperparameter) {
  if (hyperparameter.penalizes()) return kPenaltyItems;
  if (hyperparameter.weighs_examples()) return kExampleItems;
  if (hyperparameter.kind == "dropout") return kDropoutItems;
  return hyperparameter.kind == "class_weight" ? kClassItems : kNoItems;
}

// Kinds that say nothing as one hyperparameter for everything.
bool needs_items(const Hyperparameter& hyperparameter) {
  return hyperparameter.weighs_examples() || hyperparameter.kind == "class_weight";
}

// Kinds of which a study has one block, since two would do the same twice.
bool stands_alone(const Hyperparameter& hyperparameter) {
  return !hyperparameter.penalizes() && hyperparameter.kind != "dropout";
}

// Names become parts of keys: hyperparameter.NAME.low.
bool is_plain_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

void validate_many(const Hyperparameter& hyperparameter, const std::string& key) {
  const std::vector<std::string>& items = items_of(hyperparameter);
  const std::string& per = hyperparameter.per;
  if (!per.empty() && items.empty()) {
    throw ConfigError(key + ".per", fmt::format(" = \"{}\": a study has one kind = \"{}\"; leave per out",
                                                per, hyperparameter.kind));
  }
  if (!per.empty() && std::find(items.begin(), items.end(), per) == items.end()) {
    throw ConfigError(key + ".per",
                      fmt::format(" = \"{}\": not known for kind = \"{}\"{}; use one of {}", per,
                                  hyperparameter.kind, did_you_mean(per, items), joined(items)));
  }
  if (needs_items(hyperparameter) && per.empty()) {
    throw ConfigError(
        key + ".per",
        fmt::format(" = \"\": one weight for all examples changes nothing; use one of {}", joined(items)));
  }
  if (hyperparameter.count > 0 && per.empty()) {
    throw ConfigError(key + ".count",
                      fmt::format(" = {}: goes with per, which is missing", hyperparameter.count));
  }
}

void validate_share(const Hyperparameter& hyperparameter, const std::string& key) {
  if (!hyperparameter.is_share()) return;
  const auto check = [&](const char* end, double value) {
    if (value >= 0 && value <= kMostShare) return;
    throw ConfigError(key + end,
                      fmt::format(" = {}: of kind = \"{}\" λ is the share itself, which must be at "
                                  "least 0 and at most {}",
                                  value, hyperparameter.kind, kMostShare));
  };
  check(".low", hyperparameter.low);
  check(".high", hyperparameter.high);
}

// What a kind has no use for is a mistake.
void validate_unused(const Hyperparameter& hyperparameter, const std::string& key) {
  if (hyperparameter.penalizes() || hyperparameter.weighs_examples()) return;
  const auto refuse = [&](const char* name) {
    throw ConfigError(key + name,
                      fmt::format(": has no part in kind = \"{}\"; leave it out", hyperparameter.kind));
  };
  if (!hyperparameter.inputs.empty()) refuse(".inputs");
  if (!hyperparameter.layers.empty() && hyperparameter.kind != "dropout") refuse(".layers");
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
  validate_share(hyperparameter, key);
  validate_many(hyperparameter, key);
  validate_unused(hyperparameter, key);
}

}  // namespace

Hyperparameter usual_hyperparameter(const std::string& kind) {
  Hyperparameter usual;
  usual.kind = kind;
  const auto range = [&](double low, double high) {
    usual.low = low;
    usual.high = high;
  };
  if (kind == "example_weight") range(-5, 5);
  if (kind == "learning_rate") range(-8, -1);
  if (kind == "dropout") range(0, 0.6);
  if (kind == "input_noise") range(-5, 0);
  if (kind == "label_smoothing") range(0, 0.3);
  if (kind == "class_weight") range(-2, 2);
  if (kind == "example_weight") usual.per = "example";
  if (kind == "class_weight") usual.per = "class";
  return usual;
}

void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters) {
  if (hyperparameters.empty()) {
    throw ConfigError(
        "hyperparameter: nothing to tune; add a [[hyperparameter]] block with name, low and high");
  }
  std::vector<std::string> names;
  std::vector<std::string> alone;
  for (const Hyperparameter& hyperparameter : hyperparameters) {
    validate_hyperparameter(hyperparameter);
    if (stands_alone(hyperparameter)) {
      const std::string& kind = hyperparameter.kind;
      if (std::find(alone.begin(), alone.end(), kind) != alone.end()) {
        throw ConfigError("hyperparameter." + hyperparameter.name + ".kind",
                          fmt::format(" = \"{}\": a study has one block of them; leave this one out", kind));
      }
      alone.push_back(kind);
    }
    if (std::find(names.begin(), names.end(), hyperparameter.name) != names.end()) {
      throw ConfigError("hyperparameter." + hyperparameter.name + ".name",
                        " = \"" + hyperparameter.name + "\": used twice; give each its own name");
    }
    names.push_back(hyperparameter.name);
  }
}

}  // namespace gbho
