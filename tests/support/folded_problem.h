#pragma once

#include <utility>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/testing/small_problem.h"

namespace gbho {

/// Three folds of clouds of points, of slightly different sizes, and all their points to refit on.
inline FoldedProblem small_folds() {
  std::vector<NetworkProblem> folds;
  std::vector<std::vector<int64_t>> rows(3);
  NetworkProblem whole = small_problem();
  for (int64_t k = 0; k < 3; ++k) {
    NetworkProblem fold = small_problem();
    fold.level.train = clouds(50 + k, 10 + static_cast<uint64_t>(k));
    fold.validation = clouds(24 + k, 20 + static_cast<uint64_t>(k));
    for (int64_t i = 0; i < fold.validation.size(); ++i) rows[static_cast<size_t>(k)].push_back(100 * k + i);
    folds.push_back(std::move(fold));
  }
  whole.validation = {};
  return FoldedProblem(std::move(folds), std::move(whole), std::move(rows));
}

}  // namespace gbho
