#include "gbho/record/dimension.h"

#include <cmath>

namespace gbho {

double Dimension::value(double lambda) const {
  if (transform == "identity") return lambda;
  return transform == "sigmoid" ? 1 / (1 + std::exp(-lambda)) : std::exp(lambda);
}

}  // namespace gbho
