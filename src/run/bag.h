#pragma once

#include <cstdint>
#include <vector>

#include "gbho/record/tune_options.h"
#include "gbho/run/gallery.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// The share of each exhibit in the average.
struct BagChoice {
  std::vector<double> shares;
  double loss = kNone;  ///< of the average, on the examples that it was chosen by
};

/// Shares that make the average's loss lowest, held back towards equal ones of the families; the largest
/// `members` of them are kept. Examples of the share `left_out` are not looked at (−1: all are).
BagChoice choose_bag(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                     const BagOptions& options, int64_t left_out = -1);

/// An honest estimate: for every fold a bag is chosen by the others and scored on it. The losses of all
/// examples; `average` gets the predictions [N, outputs].
std::vector<double> cross_fitted_losses(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                                        const BagOptions& options, torch::Tensor& average);

}  // namespace gbho::inline internal
