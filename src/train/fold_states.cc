#include "train/fold_states.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

std::string fold_prefix(size_t fold) {
  return fmt::format("fold{}/", fold);
}

}  // namespace

TrainState state_of_fold(const FoldedProblem& problem, const TrainState& state, size_t fold) {
  TrainState own;
  own.epoch = state.epoch;
  own.weights = problem.of_fold(state.weights, fold);
  own.moments.reserve(state.moments.size());
  for (const Weights& moment : state.moments) own.moments.push_back(problem.of_fold(moment, fold));
  return own;
}

Snapshot joined_snapshot(const std::vector<Snapshot>& folds) {
  Snapshot joined;
  nlohmann::json texts = nlohmann::json::array();
  for (size_t k = 0; k < folds.size(); ++k) {
    for (const auto& [name, tensor] : folds[k].tensors) joined.add(fold_prefix(k) + name, tensor);
    texts.push_back(folds[k].text);
  }
  joined.text = texts.dump();
  return joined;
}

std::vector<Snapshot> snapshots_of_folds(const Snapshot& joined) {
  const nlohmann::json texts = nlohmann::json::parse(joined.text, nullptr, false);
  if (!texts.is_array() || texts.empty()) throw StoreError("a snapshot of folds cannot be read");
  std::vector<Snapshot> folds(texts.size());
  for (size_t k = 0; k < folds.size(); ++k) {
    const std::string prefix = fold_prefix(k);
    folds[k].text = texts[k].get<std::string>();
    for (const auto& [name, tensor] : joined.tensors) {
      if (name.starts_with(prefix)) folds[k].add(name.substr(prefix.size()), tensor);
    }
  }
  return folds;
}

}  // namespace gbho::inline internal
