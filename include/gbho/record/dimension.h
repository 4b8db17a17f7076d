#pragma once

#include <string>

namespace gbho {

/// One dimension of the search: λ in [low, high]. The hyperparameter itself is exp λ, or what the transform
/// says: λ, or 1/(1 + exp −λ).
struct Dimension {
  std::string name;
  std::string kind = "l2";
  double low = -10;
  double high = 0;
  std::string transform = "exp";  ///< exp | identity | sigmoid

  /// The hyperparameter at λ.
  double value(double lambda) const;
};

}  // namespace gbho
