#include "data/input_noise.h"

#include <fmt/format.h>
#include <torch/types.h>

#include <array>
#include <cmath>

#include "data/split.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"
#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

int64_t inputs_of(const Dataset& dataset) {
  int64_t inputs = 1;
  for (const int64_t extent : dataset.input_shape) inputs *= extent;
  return inputs;
}

void add_to_block(Examples& part, int64_t inputs, int64_t first, int64_t width, double level, Stream stream) {
  auto* row = part.x.data_ptr<float>() + first;
  for (int64_t r = 0; r < part.size(); ++r, row += inputs) {
    for (int64_t j = 0; j < width; ++j) row[j] += static_cast<float>(level * stream.normal());
  }
}

// In the order of kPartNames.
std::array<Examples*, 4> parts_of(Dataset& dataset) {
  return {&dataset.train, &dataset.validation, &dataset.selection, &dataset.test};
}

}  // namespace

void add_block_noise(Dataset& dataset, const std::vector<double>& levels, uint64_t seed) {
  if (levels.empty()) return;
  const int64_t inputs = inputs_of(dataset);
  const auto blocks = static_cast<int64_t>(levels.size());
  if (inputs % blocks != 0) {
    throw ConfigError(
        "data.block_noise",
        fmt::format(" = {}: {} inputs cannot be cut into {} equal blocks; give a number of levels that "
                    "divides {}",
                    to_text(OptionValue(levels)), inputs, blocks, inputs));
  }
  // Each part and block draws from its own stream, so that no noise depends on
  // another's level, nor on which parts there are.
  const auto parts = parts_of(dataset);
  const int64_t width = inputs / blocks;
  for (size_t p = 0; p < parts.size(); ++p) {
    if (parts[p]->empty()) continue;
    const Stream stream = Stream(seed, "data.noise").child(kPartNames[p]);
    for (int64_t b = 0; b < blocks; ++b) {
      const double level = levels[static_cast<size_t>(b)];
      if (level == 0) continue;
      add_to_block(*parts[p], inputs, b * width, width, level, stream.child("block " + std::to_string(b)));
    }
  }
}

void add_input_noise(Dataset& dataset, const std::vector<double>& noise, uint64_t seed) {
  if (noise.empty()) return;
  const int64_t inputs = inputs_of(dataset);
  const auto noisy = static_cast<size_t>(std::llround(noise[0] * static_cast<double>(inputs)));
  std::vector<int64_t> chosen = Stream(seed, "data.noisy_inputs").permutation(inputs);
  chosen.resize(noisy);
  const auto parts = parts_of(dataset);
  for (size_t p = 0; p < parts.size(); ++p) {
    if (parts[p]->empty()) continue;
    const Stream stream = Stream(seed, "data.noise").child(kPartNames[p]);
    for (const int64_t input : chosen) {
      add_to_block(*parts[p], inputs, input, 1, noise[1], stream.child("input " + std::to_string(input)));
    }
  }
}

}  // namespace gbho::inline internal
