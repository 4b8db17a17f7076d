#include "gbho/bilevel/folded_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "gbho/base/error.h"

namespace gbho {
namespace {

using FoldValue = std::function<torch::Tensor(const NetworkProblem& fold, const Weights& weights)>;
using FoldDerivatives = std::function<Derivatives(const NetworkProblem& fold, const Weights& weights)>;

torch::Tensor mean_over(const FoldedProblem& problem, const Weights& weights, const FoldValue& value_of) {
  torch::Tensor sum;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const torch::Tensor value = value_of(problem.folds[k], problem.of_fold(weights, k));
    sum = sum.defined() ? sum + value : value;
  }
  return sum / static_cast<double>(problem.fold_count());
}

Derivatives mean_over(const FoldedProblem& problem, const Weights& weights, const FoldDerivatives& of) {
  const double share = 1.0 / static_cast<double>(problem.fold_count());
  Derivatives mean;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const Derivatives part = of(problem.folds[k], problem.of_fold(weights, k));
    mean.value = k == 0 ? part.value * share : mean.value + part.value * share;
    mean.lambda = k == 0 ? part.lambda * share : mean.lambda + part.lambda * share;
    for (const torch::Tensor& tensor : part.weights) mean.weights.push_back(tensor * share);
  }
  return mean;
}

void check_folds(const std::vector<NetworkProblem>& folds, const NetworkProblem& whole) {
  if (folds.empty()) throw ConfigError("data.folds", ": there must be at least one fold");
  for (const NetworkProblem& fold : folds) {
    if (fold.box.size() == whole.box.size()) continue;
    throw ConfigError(
        "hyperparameter",
        fmt::format(": a fold has {} hyperparameters and the whole table has {}, since its columns become "
                    "other inputs there; use penalties that do not count inputs (no per = \"input\" or "
                    "\"weight\"), or data.folds = 0",
                    fold.box.size(), whole.box.size()));
  }
}

}  // namespace

FoldedProblem::FoldedProblem(std::vector<NetworkProblem> given, NetworkProblem all,
                             std::vector<std::vector<int64_t>> validation_rows)
    : folds(std::move(given)), whole(std::move(all)), rows(std::move(validation_rows)) {
  check_folds(folds, whole);
  for (size_t k = 0; k < folds.size(); ++k) {
    for (Parameter parameter : folds[k].parameters()) {
      parameter.name = fmt::format("fold{}/{}", k + 1, parameter.name);
      parameters_.push_back(std::move(parameter));
    }
  }
}

const FoldedProblem& FoldedProblem::family(const std::string& name) const {
  const auto found =
      std::find_if(families.begin(), families.end(), [&](const BagFamily& own) { return own.name == name; });
  return found == families.end() ? *this : *found->problem;
}

Weights FoldedProblem::of_fold(const Weights& weights, size_t fold) const {
  if (weights.empty()) return {};
  size_t first = 0;
  for (size_t k = 0; k < fold; ++k) first += folds[k].parameters().size();
  const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(folds[fold].parameters().size())};
}

Weights FoldedProblem::joined(const std::vector<Weights>& parts) {
  Weights all;
  for (const Weights& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Weights FoldedProblem::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  std::vector<Weights> parts;
  parts.reserve(folds.size());
  for (const NetworkProblem& fold : folds) parts.push_back(fold.initial_weights(members, stream, shared));
  return joined(parts);
}

torch::Tensor FoldedProblem::upper(const torch::Tensor& lambda, const Weights& weights) const {
  return mean_over(*this, weights, FoldValue([&](const NetworkProblem& fold, const Weights& own) {
    return fold.upper(lambda, own);
  }));
}

torch::Tensor FoldedProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return lower_batch(lambda, weights, {});
}

torch::Tensor FoldedProblem::lower_batch(const torch::Tensor& lambda, const Weights& weights,
                                         const torch::Tensor& batch) const {
  return mean_over(*this, weights, FoldValue([&](const NetworkProblem& fold, const Weights& own) {
    return fold.lower_batch(lambda, own, batch);
  }));
}

Derivatives FoldedProblem::upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                             const torch::Tensor& batch) const {
  return mean_over(*this, weights, FoldDerivatives([&](const NetworkProblem& fold, const Weights& own) {
    return fold.upper_derivatives(lambda, own, batch);
  }));
}

Derivatives FoldedProblem::lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                             const torch::Tensor& batch) const {
  return mean_over(*this, weights, FoldDerivatives([&](const NetworkProblem& fold, const Weights& own) {
    return fold.lower_derivatives(lambda, own, batch);
  }));
}

int64_t FoldedProblem::upper_examples() const {
  int64_t least = folds.front().upper_examples();
  for (const NetworkProblem& fold : folds) least = std::min(least, fold.upper_examples());
  return least;
}

int64_t FoldedProblem::lower_examples() const {
  int64_t least = folds.front().lower_examples();
  for (const NetworkProblem& fold : folds) least = std::min(least, fold.lower_examples());
  return least;
}

bool FoldedProblem::is_penalized() const {
  return std::all_of(folds.begin(), folds.end(), [](const NetworkProblem& f) { return f.is_penalized(); });
}

}  // namespace gbho
