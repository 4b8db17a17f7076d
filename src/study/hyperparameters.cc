#include "study/hyperparameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"

namespace gbho {
namespace {

const std::vector<std::string> kKinds = {"l2", "l1", "elastic_net", "example_weight"};
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
    throw ConfigError(fmt::format("{}.per = \"{}\": not known for kind = \"{}\"{}; use one of {}", key, per,
                                  hyperparameter.kind, did_you_mean(per, items), joined(items)));
  }
  if (hyperparameter.weighs_examples() && per.empty()) {
    throw ConfigError(fmt::format("{}.per = \"\": one weight for all examples changes nothing; use one of {}",
                                  key, joined(items)));
  }
  if (hyperparameter.count < 0) {
    throw ConfigError(
        fmt::format("{}.count = {}: must be at least 0 (one for each)", key, hyperparameter.count));
  }
  if (hyperparameter.count > 0 && per.empty()) {
    throw ConfigError(
        fmt::format("{}.count = {}: goes with per, which is missing", key, hyperparameter.count));
  }
}

void validate_hyperparameter(const Hyperparameter& hyperparameter) {
  const std::string key = "hyperparameter." + hyperparameter.name;
  if (!is_plain_name(hyperparameter.name)) {
    throw ConfigError(
        fmt::format("{}.name = \"{}\": use letters, digits, '_' and '-' alone", key, hyperparameter.name));
  }
  if (std::find(kKinds.begin(), kKinds.end(), hyperparameter.kind) == kKinds.end()) {
    throw ConfigError(fmt::format("{}.kind = \"{}\": unknown kind{}; use one of {}", key, hyperparameter.kind,
                                  did_you_mean(hyperparameter.kind, kKinds), joined(kKinds)));
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
  validate_many(hyperparameter, key);
}

// The layers are known only once the model is: a model's shape depends on the data.
void check_layers(const StudyOptions& options, const Model& model) {
  const std::vector<std::string> known = model.layers();
  for (const Hyperparameter& hyperparameter : options.hyperparameters) {
    for (const std::string& layer : hyperparameter.layers) {
      if (std::find(known.begin(), known.end(), layer) != known.end()) continue;
      throw ConfigError(
          fmt::format("hyperparameter.{}.layers = {}: the model '{}' has no layer '{}'{}; it has {}",
                      hyperparameter.name, to_text(OptionValue(hyperparameter.layers)), model.kind(), layer,
                      did_you_mean(layer, known), joined(known)));
    }
  }
}

PenaltyTerm penalty_term(const Hyperparameter& h) {
  return {h.name, h.kind, h.layers, h.l1_ratio, h.inputs, h.per, h.count};
}

void add_dimensions(const Hyperparameter& h, int64_t size, std::vector<Dimension>& dimensions) {
  const std::string transform = h.weighs_examples() ? "sigmoid" : "exp";
  for (int64_t k = 0; k < size; ++k) {
    const std::string name = h.per.empty() ? h.name : fmt::format("{}.{}", h.name, k);
    dimensions.push_back({name, h.kind, h.low, h.high, transform});
  }
}

// Which of the block's weights each training example has.
ExampleWeighting weighting_of(const Hyperparameter& h, const Dataset& data, int64_t first) {
  torch::Tensor item = torch::arange(data.train.size(), torch::kInt64);
  if (h.per == "source") {
    if (!data.source.defined()) {
      throw ConfigError(
          fmt::format("hyperparameter.{}.per = \"source\": the data has no sources; give "
                      "data.label_noise as a list, one share for each source",
                      h.name));
    }
    item = data.source;
  }
  const int64_t items = item.max().item<int64_t>() + 1;
  const int64_t groups = h.count > 0 ? std::min(h.count, items) : items;
  const torch::Tensor group = torch::floor_divide(item * groups, items);
  return {group, groups, first};
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
      throw ConfigError(
          fmt::format("hyperparameter.{}.kind = \"example_weight\": a study has one block of them; "
                      "leave this one out",
                      hyperparameter.name));
    }
    if (std::find(names.begin(), names.end(), hyperparameter.name) != names.end()) {
      throw ConfigError(fmt::format("hyperparameter.{0}.name = \"{0}\": used twice; give each its own name",
                                    hyperparameter.name));
    }
    names.push_back(hyperparameter.name);
  }
}

Space provisional_space(const StudyOptions& options) {
  std::vector<Dimension> dimensions;
  for (const Hyperparameter& h : options.hyperparameters) {
    add_dimensions(h, std::max<int64_t>(1, h.count), dimensions);
  }
  return Space(std::move(dimensions));
}

void set_hyperparameters(const StudyOptions& options, const Dataset& data, NetworkProblem& problem) {
  LowerProblem& level = problem.level;
  check_layers(options, *level.model);
  std::vector<PenaltyTerm> terms;
  std::vector<const Hyperparameter*> penalties;
  for (const Hyperparameter& h : options.hyperparameters) {
    if (h.weighs_examples()) continue;
    terms.push_back(penalty_term(h));
    penalties.push_back(&h);
  }
  level.penalty = Penalty(*level.model, std::move(terms));
  std::vector<Dimension> dimensions;
  for (size_t k = 0; k < penalties.size(); ++k)
    add_dimensions(*penalties[k], level.penalty.size(k), dimensions);
  for (const Hyperparameter& h : options.hyperparameters) {
    if (!h.weighs_examples()) continue;
    level.weighting = weighting_of(h, data, level.penalty.size());
    add_dimensions(h, level.weighting.size(), dimensions);
  }
  problem.box = Space(std::move(dimensions));
}

}  // namespace gbho
