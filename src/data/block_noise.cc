#include "data/block_noise.h"

#include <fmt/format.h>
#include <torch/types.h>

#include "data/split.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"
#include "gbho/base/random.h"

namespace gbho {
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

}  // namespace

void add_block_noise(Dataset& dataset, const std::vector<double>& levels, uint64_t seed) {
  if (levels.empty()) return;
  const int64_t inputs = inputs_of(dataset);
  const auto blocks = static_cast<int64_t>(levels.size());
  if (inputs % blocks != 0) {
    throw ConfigError(fmt::format(
        "data.block_noise = {}: {} inputs cannot be cut into {} equal blocks; give a number of levels that "
        "divides {}",
        to_text(OptionValue(levels)), inputs, blocks, inputs));
  }
  // In the order of kPartNames. Each part and block draws from its own stream, so that no noise depends on
  // another's level, nor on which parts there are.
  Examples* const parts[] = {&dataset.train, &dataset.validation, &dataset.selection, &dataset.test};
  const int64_t width = inputs / blocks;
  for (size_t p = 0; p < std::size(parts); ++p) {
    if (parts[p]->empty()) continue;
    const Stream stream = Stream(seed, "data.noise").child(kPartNames[p]);
    for (int64_t b = 0; b < blocks; ++b) {
      const double level = levels[static_cast<size_t>(b)];
      if (level == 0) continue;
      add_to_block(*parts[p], inputs, b * width, width, level, stream.child("block " + std::to_string(b)));
    }
  }
}

}  // namespace gbho
