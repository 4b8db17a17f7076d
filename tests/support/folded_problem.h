#pragma once

#include <utility>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/testing/small_problem.h"

namespace gbho {

/// Three folds of clouds of points, of slightly different sizes, and all their points to refit on.
inline FoldedProblem small_folds(double low = -8, double high = 2) {
  std::vector<NetworkProblem> folds;
  std::vector<std::vector<int64_t>> rows(3);
  NetworkProblem whole = small_problem(low, high);
  for (int64_t k = 0; k < 3; ++k) {
    NetworkProblem fold = small_problem(low, high);
    fold.level.train = clouds(50 + k, 10 + static_cast<uint64_t>(k));
    fold.validation = clouds(24 + k, 20 + static_cast<uint64_t>(k));
    for (int64_t i = 0; i < fold.validation.size(); ++i) rows[static_cast<size_t>(k)].push_back(100 * k + i);
    folds.push_back(std::move(fold));
  }
  whole.validation = {};
  return FoldedProblem(std::move(folds), std::move(whole), std::move(rows));
}

/// Three folds of the same 60 points, each row held out once, with a weight for each row beside the penalty.
inline FoldedProblem weighted_folds() {
  const Examples all = clouds(60, 1);
  NetworkProblem whole = weighted_small_problem();
  whole.validation = {};
  std::vector<NetworkProblem> folds;
  std::vector<std::vector<int64_t>> held_out(3);
  for (int64_t k = 0; k < 3; ++k) {
    std::vector<int64_t> trained;
    // Classes go round by threes, and folds every twenty rows.
    for (int64_t row = 0; row < 60; ++row)
      (row / 20 == k ? held_out[static_cast<size_t>(k)] : trained).push_back(row);
    NetworkProblem fold = weighted_small_problem();
    const torch::Tensor in = torch::tensor(trained, torch::kLong);
    const torch::Tensor out = torch::tensor(held_out[static_cast<size_t>(k)], torch::kLong);
    fold.level.train = {all.x.index_select(0, in), all.y.index_select(0, in)};
    fold.validation = {all.x.index_select(0, out), all.y.index_select(0, out)};
    fold.level.weighting = ExampleWeighting(in, 60, 1);
    folds.push_back(std::move(fold));
  }
  return FoldedProblem(std::move(folds), std::move(whole), std::move(held_out));
}

}  // namespace gbho
