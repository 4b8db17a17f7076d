#include "bilevel/build_problem.h"

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

// The box while it is put together, block by block.
struct Blocks {
  std::vector<Dimension> dimensions;
  std::vector<int64_t> counts;

  // A block of very many is one dimension.
  void add(const Hyperparameter& h, int64_t size) {
    const std::string transform = h.weighs_examples() ? "sigmoid" : h.is_share() ? "identity" : "exp";
    const bool listed = size <= Space::kMostListed;
    for (int64_t k = 0; k < (listed ? size : 1); ++k) {
      const std::string name = h.per.empty() ? h.name
                               : listed      ? fmt::format("{}.{}", h.name, k)
                                             : fmt::format("{}[{}]", h.name, size);
      dimensions.push_back({name, h.kind, h.low, h.high, transform});
      counts.push_back(listed ? 1 : size);
    }
  }

  Space space() && { return Space::of_blocks(std::move(dimensions), std::move(counts)); }
};

// What the block's weights belong to: which of so many sources or rows each training example is. Rows are
// those of all folds together, so that λ means the same in every fold.
struct WeighedItems {
  torch::Tensor item;
  int64_t count;
};

WeighedItems weighed_items(const Hyperparameter& h, const Dataset& data) {
  if (h.per != "source") {
    if (data.whole_row.defined()) return {data.whole_row, data.whole_size};
    return {torch::arange(data.train.size(), torch::kInt64), data.train.size()};
  }
  if (!data.source.defined()) {
    throw ConfigError(
        "hyperparameter." + h.name + ".per",
        " = \"source\": the data has no sources; name a table's column of them with data.source, "
        "or give data.label_noise as a list, one share for each source");
  }
  return {data.source, std::max(data.sources, data.source.max().item<int64_t>() + 1)};
}

// Which of the block's weights each training example has.
ExampleWeighting weighting_of(const Hyperparameter& h, const Dataset& data, int64_t first) {
  const auto [item, items] = weighed_items(h, data);
  const int64_t groups = h.count > 0 ? std::min(h.count, items) : items;
  const torch::Tensor group = torch::floor_divide(item * groups, items);
  return {group, groups, first};
}

// The droppable layers that a block of dropout acts on, as numbers.
std::vector<size_t> dropped_layers(const Hyperparameter& h, const Model& model) {
  const std::vector<std::string> known = model.droppable_layers();
  if (known.empty()) {
    throw ConfigError(
        "hyperparameter." + h.name + ".kind",
        fmt::format(" = \"dropout\": the model '{}' has no layer that dropout can act on; leave the "
                    "block out, or use a model with hidden layers",
                    model.kind()));
  }
  std::vector<size_t> layers;
  for (const std::string& layer : h.layers.empty() ? known : h.layers) {
    const auto place = std::find(known.begin(), known.end(), layer);
    if (place == known.end()) {
      throw ConfigError("hyperparameter." + h.name + ".layers",
                        fmt::format(" = {}: dropout cannot act on the layer '{}'; use some of {}",
                                    to_text(OptionValue(h.layers)), layer, joined(known)));
    }
    layers.push_back(static_cast<size_t>(place - known.begin()));
  }
  return layers;
}

// Returns how many hyperparameters the block has.
int64_t add_dropout(const Hyperparameter& h, const Model& model, int64_t first,
                    std::vector<int64_t>& places) {
  const std::vector<size_t> layers = dropped_layers(h, model);
  const auto items = h.per.empty() ? int64_t{1} : static_cast<int64_t>(layers.size());
  const int64_t groups = h.count > 0 ? std::min(h.count, items) : items;
  places.resize(model.droppable_layers().size(), -1);
  for (size_t i = 0; i < layers.size(); ++i) {
    int64_t& place = places[layers[i]];
    if (place >= 0) {
      throw ConfigError("hyperparameter." + h.name + ".layers",
                        fmt::format(": the layer '{}' has dropout from another block; name each layer once",
                                    model.droppable_layers()[layers[i]]));
    }
    place = first + (h.per.empty() ? 0 : static_cast<int64_t>(i) * groups / items);
  }
  return groups;
}

// Dropout, label smoothing and the like; returns how many hyperparameters the block has.
int64_t add_term(const Hyperparameter& h, const Model& model, int64_t first, TrainingTerms& terms) {
  if (h.kind == "dropout") return add_dropout(h, model, first, terms.dropout);
  if (h.kind == "class_weight") {
    const int64_t classes = model.classes();
    const int64_t groups = h.count > 0 ? std::min(h.count, classes) : classes;
    for (int64_t c = 0; c < classes; ++c) terms.class_weight.push_back(first + c * groups / classes);
    return groups;
  }
  if (h.kind == "learning_rate") terms.learning_rate = first;
  if (h.kind == "input_noise") terms.input_noise = first;
  if (h.kind == "label_smoothing") terms.label_smoothing = first;
  return 1;
}

void check_task(const std::vector<Hyperparameter>& hyperparameters, const Dataset& data) {
  if (data.task != Task::kRegression) return;
  for (const Hyperparameter& h : hyperparameters) {
    if (h.kind != "label_smoothing" && h.kind != "class_weight") continue;
    throw ConfigError("hyperparameter." + h.name + ".kind",
                      fmt::format(" = \"{}\": a regression has no classes; leave the block out", h.kind));
  }
}

void check_parts(const Dataset& data) {
  if (data.task == Task::kClassification && data.classes < 2) {
    throw ConfigError(
        fmt::format("data: a classifier needs at least 2 classes; the data has {}", data.classes));
  }
  if (data.train.empty())
    throw DataError("data: the training part is empty; use more examples or another data.split");
}

// Penalty, weights of examples, other terms and box. The hyperparameters of penalties come first, in the
// order of the blocks.
void set_hyperparameters(const std::vector<Hyperparameter>& hyperparameters, const Dataset& data,
                         NetworkProblem& problem) {
  NetworkLevel& level = problem.level;
  check_layers(hyperparameters, *level.model);
  std::vector<PenaltyTerm> terms;
  std::vector<const Hyperparameter*> penalties;
  for (const Hyperparameter& h : hyperparameters) {
    if (!h.penalizes()) continue;
    terms.push_back(penalty_term(h));
    penalties.push_back(&h);
  }
  level.penalty = Penalty(*level.model, std::move(terms));
  Blocks blocks;
  for (size_t k = 0; k < penalties.size(); ++k) blocks.add(*penalties[k], level.penalty.size(k));
  for (const Hyperparameter& h : hyperparameters) {
    if (!h.weighs_examples()) continue;
    level.weighting = weighting_of(h, data, level.penalty.size());
    blocks.add(h, level.weighting.size());
  }
  for (const Hyperparameter& h : hyperparameters) {
    if (h.penalizes() || h.weighs_examples()) continue;
    const int64_t size = add_term(h, *level.model, level.hyperparameters(), level.terms);
    level.terms.count += size;
    blocks.add(h, size);
  }
  problem.box = std::move(blocks).space();
}

}  // namespace

Space provisional_space(const std::vector<Hyperparameter>& hyperparameters) {
  Blocks blocks;
  for (const Hyperparameter& h : hyperparameters) blocks.add(h, std::max<int64_t>(1, h.count));
  return std::move(blocks).space();
}

NetworkProblem network_problem(Dataset data, const ModelOptions& model,
                               const std::vector<Hyperparameter>& hyperparameters) {
  if (data.validation.empty()) {
    throw DataError("data: the validation part is empty; use more examples or another data.split");
  }
  return problem_of_rows(std::move(data), model, hyperparameters);
}

NetworkProblem internal::problem_of_rows(Dataset data, const ModelOptions& model,
                                         const std::vector<Hyperparameter>& hyperparameters) {
  validate_hyperparameters(hyperparameters);
  check_parts(data);
  check_task(hyperparameters, data);
  NetworkProblem problem;
  const bool regression = data.task == Task::kRegression;
  problem.level.model = make_model(model, data.input_shape, regression ? 1 : data.classes);
  problem.target_mean = data.target_mean;
  problem.target_deviation = data.target_deviation;
  set_hyperparameters(hyperparameters, data, problem);
  problem.level.train = std::move(data.train);
  problem.validation = std::move(data.validation);
  problem.test = std::move(data.test);
  problem.selection = std::move(data.selection);
  return problem;
}

}  // namespace gbho
