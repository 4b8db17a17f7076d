#pragma once

#include <cstdint>
#include <vector>

#include "gbho/run/gallery.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// How often each exhibit was picked; shares are picks/total.
struct BagChoice {
  std::vector<int64_t> picks;
  int64_t total = 0;
  double loss = kNone;  ///< of the average, on the examples that it was chosen by
};

/// Greedy selection with replacement (Caruana et al., 2004): begins with the five best exhibits, and adds
/// what makes the average's loss lowest, up to `rounds` picks; the best average on the way is taken. Examples
/// of the share `left_out` are not looked at (−1: all are).
BagChoice choose_bag(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth, int64_t rounds,
                     int64_t left_out = -1);

/// An honest estimate: for every fold a bag is chosen by the others and scored on it. The losses of all
/// examples; `average` gets the predictions [N, outputs].
std::vector<double> cross_fitted_losses(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                                        int64_t rounds, torch::Tensor& average);

}  // namespace gbho::inline internal
