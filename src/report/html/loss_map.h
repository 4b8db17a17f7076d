#pragma once

#include <optional>
#include <vector>

#include "gbho/record/dimension.h"
#include "gbho/record/study_record.h"

namespace gbho::inline internal {

/// The validation loss over two hyperparameters, interpolated between trials: loss[j][i] at (x[i], y[j]).
struct LossMap {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::vector<double>> loss;
  std::vector<std::vector<double>> error;  ///< standard error, as a part of the loss where it is logarithmic
  bool logarithmic = true;                 ///< the logarithm was interpolated: every loss is above zero
  size_t samples = 0;                      ///< trials that it was made from
};

/// By kriging of log F, as `two_sided` models it, from the values of the trials alone; with a nugget, since
/// training is noisy. Nothing where the trials are too few for a map.
std::optional<LossMap> loss_map(const std::vector<const Trial*>& trials, const std::vector<Dimension>& space);

}  // namespace gbho::inline internal
