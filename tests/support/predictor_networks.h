#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/predictor/model.h"

namespace gbho {

inline std::vector<float> random_numbers(int64_t count, uint64_t seed, double deviation = 1) {
  Stream stream(seed, "numbers");
  std::vector<float> numbers(static_cast<size_t>(count));
  for (float& number : numbers) number = static_cast<float>(deviation * stream.normal());
  return numbers;
}

/// A network of these widths whose outputs stay moderate.
inline PredictorNetwork random_network(std::vector<int64_t> widths, uint64_t seed) {
  PredictorNetwork network;
  for (size_t l = 0; l + 1 < widths.size(); ++l) {
    const double deviation = std::sqrt(2.0 / static_cast<double>(widths[l]));
    const std::vector<float> layer = random_numbers((widths[l] + 1) * widths[l + 1], seed + l, deviation);
    network.numbers.insert(network.numbers.end(), layer.begin(), layer.end());
  }
  network.widths = std::move(widths);
  return network;
}

}  // namespace gbho
