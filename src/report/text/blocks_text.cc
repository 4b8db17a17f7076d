#include "report/text/blocks_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gbho/record/dimension.h"
#include "report/text/fitted_table.h"
#include "report/text/hyperparameter_blocks.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {

std::string blocks_text(const std::vector<Dimension>& space, const std::vector<double>& lambda,
                        const std::string& point, const TextStyle& style, size_t width) {
  using Align = TextTable::Align;
  FittedTable table({{"hyperparameters", Align::kLeft, 0, 8},
                     {"number", Align::kRight, 0},
                     {"least " + point, Align::kRight, 1},
                     {"median", Align::kRight, 0},
                     {"greatest", Align::kRight, 1},
                     {"searched", Align::kRight, 2}});
  const std::vector<HyperparameterBlock> blocks = hyperparameter_blocks(space, lambda);
  const size_t shown = std::min(blocks.size(), kMostHyperparameterRows);
  for (size_t i = 0; i < shown; ++i) {
    const HyperparameterBlock& block = blocks[i];
    table.add_row({block.name, count_text(block.count), loss_text(block.least), loss_text(block.median),
                   loss_text(block.greatest), fmt::format("[{:g}, {:g}]", block.low, block.high)});
  }
  std::string text = table.str(style, 2, width);
  if (shown == blocks.size()) return text;
  int64_t others = 0;
  for (size_t i = shown; i < blocks.size(); ++i) others += blocks[i].count;
  return text + "  " + wrapped(fmt::format("… and {} more", count_text(others)), 2, width) + "\n";
}

}  // namespace gbho::inline internal
