#include <fmt/format.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/data/folds.h"

namespace gbho {
namespace {

// Fewer cannot be dealt to two parts.
constexpr int64_t kFewestToHalve = 4;

std::vector<int64_t> labels_of(const Examples& examples) {
  if (examples.regression()) return std::vector<int64_t>(static_cast<size_t>(examples.size()), -1);
  const torch::Tensor y = examples.y.contiguous();
  return {y.data_ptr<int64_t>(), y.data_ptr<int64_t>() + y.numel()};
}

Examples at_places(const Examples& examples, const std::vector<int64_t>& places) {
  const torch::Tensor index = torch::tensor(places, torch::kInt64);
  return {examples.x.index_select(0, index), examples.y.index_select(0, index)};
}

std::vector<int64_t> at_places(const std::vector<int64_t>& rows, const std::vector<int64_t>& places) {
  std::vector<int64_t> own;
  own.reserve(places.size());
  for (const int64_t place : places) own.push_back(rows[static_cast<size_t>(place)]);
  return own;
}

}  // namespace

void FoldedProblem::keep_selection_parts(uint64_t seed) {
  selection_rows.clear();
  for (size_t k = 0; k < folds.size(); ++k) {
    const Examples held_out = folds[k].validation;
    if (held_out.size() < kFewestToHalve) {
      throw ConfigError("data.folds",
                        fmt::format(" = {}: fold {} has {} rows to validate on, and with more than {} "
                                    "hyperparameters half of them must choose λ; use fewer folds",
                                    fold_count(), k + 1, held_out.size(), kMostWithoutSelection));
    }
    const std::vector<std::vector<int64_t>> halves = deal_folds(labels_of(held_out), 2, seed);
    folds[k].validation = at_places(held_out, halves[0]);
    folds[k].selection = at_places(held_out, halves[1]);
    selection_rows.push_back(at_places(rows[k], halves[1]));
    rows[k] = at_places(rows[k], halves[0]);
  }
}

}  // namespace gbho
