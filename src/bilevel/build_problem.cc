#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"
#include "gbho/bilevel/network_problem.h"

namespace gbho {
namespace {

// The layers are known only once the model is: a model's shape depends on the data.
void check_layers(const std::vector<Hyperparameter>& hyperparameters, const Model& model) {
  const std::vector<std::string> known = model.layers();
  for (const Hyperparameter& hyperparameter : hyperparameters) {
    for (const std::string& layer : hyperparameter.layers) {
      if (std::find(known.begin(), known.end(), layer) != known.end()) continue;
      throw ConfigError("hyperparameter." + hyperparameter.name + ".layers",
                        fmt::format(" = {}: the model '{}' has no layer '{}'{}; it has {}",
                                    to_text(OptionValue(hyperparameter.layers)), model.kind(), layer,
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
      throw ConfigError("hyperparameter." + h.name + ".per",
                        " = \"source\": the data has no sources; give data.label_noise as a list, one share "
                        "for each source");
    }
    item = data.source;
  }
  const int64_t items = item.max().item<int64_t>() + 1;
  const int64_t groups = h.count > 0 ? std::min(h.count, items) : items;
  const torch::Tensor group = torch::floor_divide(item * groups, items);
  return {group, groups, first};
}

void check_parts(const Dataset& data) {
  if (data.train.empty())
    throw DataError("data: the training part is empty; use more examples or another data.split");
  if (data.validation.empty()) {
    throw DataError("data: the validation part is empty; use more examples or another data.split");
  }
}

// Penalty, weights of examples and box. The hyperparameters of penalties come first, in the order of the
// blocks.
void set_hyperparameters(const std::vector<Hyperparameter>& hyperparameters, const Dataset& data,
                         NetworkProblem& problem) {
  NetworkLevel& level = problem.level;
  check_layers(hyperparameters, *level.model);
  std::vector<PenaltyTerm> terms;
  std::vector<const Hyperparameter*> penalties;
  for (const Hyperparameter& h : hyperparameters) {
    if (h.weighs_examples()) continue;
    terms.push_back(penalty_term(h));
    penalties.push_back(&h);
  }
  level.penalty = Penalty(*level.model, std::move(terms));
  std::vector<Dimension> dimensions;
  for (size_t k = 0; k < penalties.size(); ++k)
    add_dimensions(*penalties[k], level.penalty.size(k), dimensions);
  for (const Hyperparameter& h : hyperparameters) {
    if (!h.weighs_examples()) continue;
    level.weighting = weighting_of(h, data, level.penalty.size());
    add_dimensions(h, level.weighting.size(), dimensions);
  }
  problem.box = Space(std::move(dimensions));
}

}  // namespace

Space provisional_space(const std::vector<Hyperparameter>& hyperparameters) {
  std::vector<Dimension> dimensions;
  for (const Hyperparameter& h : hyperparameters) {
    add_dimensions(h, std::max<int64_t>(1, h.count), dimensions);
  }
  return Space(std::move(dimensions));
}

NetworkProblem network_problem(Dataset data, const ModelOptions& model,
                               const std::vector<Hyperparameter>& hyperparameters) {
  validate_hyperparameters(hyperparameters);
  check_parts(data);
  NetworkProblem problem;
  problem.level.model = make_model(model, data.input_shape, data.classes);
  set_hyperparameters(hyperparameters, data, problem);
  problem.level.train = std::move(data.train);
  problem.validation = std::move(data.validation);
  problem.test = std::move(data.test);
  problem.selection = std::move(data.selection);
  return problem;
}

}  // namespace gbho
