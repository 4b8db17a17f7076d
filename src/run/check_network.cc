#include "run/check_network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "gbho/base/error.h"
#include "gbho/bilevel/folded_problem.h"

namespace gbho::inline internal {
namespace {

std::string shape_text(at::IntArrayRef shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

void check_given(const char* name, const Examples& part, const char* purpose) {
  if (part.x.defined() && part.y.defined() && !part.empty()) return;
  throw ConfigError(fmt::format("{}: has no examples; set it: {}", name, purpose));
}

const char* labels_text(const Examples& part) {
  return part.regression() ? "numbers" : "class numbers";
}

void check_targets(const char* name, const Examples& part, int64_t outputs) {
  if (outputs != 1) {
    throw ConfigError(
        fmt::format("{}: y holds numbers, a regression, but the model has {} outputs; make it "
                    "with 1, or give int64 class numbers",
                    name, outputs));
  }
  if (part.y.isfinite().all().item<bool>()) return;
  const auto row = part.y.isfinite().logical_not().nonzero()[0].item<int64_t>();
  throw ConfigError(fmt::format("{}: y[{}] is not a finite number; leave the example out", name, row));
}

void check_part(const char* name, const Examples& part, const NetworkProblem& problem) {
  if (!part.x.defined() && !part.y.defined()) return;
  if (part.y.dim() != 1 || part.y.size(0) != part.x.size(0)) {
    throw ConfigError(fmt::format("{}: x is {} and y is {}; y needs one label for each row of x", name,
                                  shape_text(part.x.sizes()), shape_text(part.y.sizes())));
  }
  const auto inputs = [](const Examples& examples) { return examples.x.sizes().slice(1); };
  if (inputs(part) != inputs(problem.level.train)) {
    throw ConfigError(fmt::format("{}: an example has shape {}, but one of level.train {}", name,
                                  shape_text(inputs(part)), shape_text(inputs(problem.level.train))));
  }
  if (part.empty()) return;
  const int64_t classes = problem.level.model->classes();
  if (part.regression() != problem.level.train.regression()) {
    throw ConfigError(
        fmt::format("{}: y holds {}, but level.train.y {}; give both int64 class numbers, or "
                    "both float32 targets",
                    name, labels_text(part), labels_text(problem.level.train)));
  }
  if (part.regression()) {
    check_targets(name, part, classes);
    return;
  }
  if (classes < 2) {
    throw ConfigError(
        fmt::format("{}: y holds class numbers, but the model has one output, as a regression "
                    "has; make it with an output for each class, or give float32 targets",
                    name));
  }
  const auto least = part.y.min().item<int64_t>();
  const auto most = part.y.max().item<int64_t>();
  if (least < 0 || most >= classes) {
    throw ConfigError(fmt::format("{}: labels from {} to {}, but the model has {} classes, 0 to {}", name,
                                  least, most, classes, classes - 1));
  }
}

void check_box(const NetworkProblem& problem) {
  const int64_t expected = problem.level.hyperparameters();
  if (problem.box.size() == expected) return;
  throw ConfigError(
      fmt::format("box: has {} dimensions for {} hyperparameters ({} of level.penalty, {} of "
                  "level.weighting, {} of level.terms); "
                  "give one Dimension for each, in that order",
                  problem.box.size(), expected, problem.level.penalty.size(), problem.level.weighting.size(),
                  problem.level.terms.count));
}

}  // namespace

void check_network(const Problem& problem) {
  if (const FoldedProblem* folded = problem.folded()) {
    for (const NetworkProblem& fold : folded->folds) check_network(fold);
    return;
  }
  const NetworkProblem* network = problem.network();
  if (network == nullptr) return;
  if (!network->level.model) {
    throw ConfigError("level.model: is not set; give it make_model(…) or make_module_model(…)");
  }
  check_given("level.train", network->level.train, "f is the loss on them");
  check_given("validation", network->validation, "F is the loss on them");
  check_part("level.train", network->level.train, *network);
  check_part("validation", network->validation, *network);
  check_part("selection", network->selection, *network);
  check_part("test", network->test, *network);
  check_box(*network);
}

void check_listed(const Problem& problem, const std::string& method) {
  if (!problem.space().is_wide()) return;
  throw ConfigError(
      "method", fmt::format(" = \"{}\": it looks at every hyperparameter by itself, and here are {}; use a "
                            "method that moves them along gradients (two_sided, f2sa, vpbgd), or give the "
                            "hyperparameters with per a count of at most {}",
                            method, problem.space().size(), Space::kMostListed));
}

}  // namespace gbho::inline internal
