#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {
struct Dimension;
}  // namespace gbho

namespace gbho::inline internal {

/// With more hyperparameters than this, tables have a row for each block of them; and with more blocks than
/// this, for the first ones.
constexpr size_t kMostHyperparameterRows = 20;

/// Neighbours that came from one line of a study file: "weight.0", "weight.1", …
struct HyperparameterBlock {
  std::string name;  ///< "weight"
  int64_t count = 0;
  double least = 0;  ///< of λ in the block; not a number where there is no λ
  double median = 0;
  double greatest = 0;
  double low = 0;  ///< of the ranges that were searched
  double high = 0;
};

/// In the order of the space. λ may be empty: nothing is known yet.
std::vector<HyperparameterBlock> hyperparameter_blocks(const std::vector<Dimension>& space,
                                                       const std::vector<double>& lambda);

}  // namespace gbho::inline internal
