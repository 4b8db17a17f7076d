#include "report/text/spread_text.h"

#include <algorithm>

#include "report/text/fitted_table.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

// The bins as a line of blocks, several bins to a sign.
std::string bars_text(const std::vector<int64_t>& bins) {
  constexpr size_t kSigns = 20;
  constexpr const char* kHeights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<int64_t> sums(kSigns, 0);
  for (size_t i = 0; i < bins.size(); ++i) sums[i * kSigns / bins.size()] += bins[i];
  const int64_t most = std::max<int64_t>(1, *std::max_element(sums.begin(), sums.end()));
  std::string text;
  for (const int64_t sum : sums) text += kHeights[(8 * sum + most - 1) / most];
  return text;
}

}  // namespace

std::string spread_text(const std::vector<BlockSpread>& blocks, const TextStyle& style, size_t width) {
  if (blocks.empty()) return "";
  using Side = TextTable::Align;
  FittedTable table({{"λ* of", Side::kLeft, 0, 8},
                     {"number", Side::kRight, 0},
                     {"least", Side::kRight, 2},
                     {"quartiles", Side::kRight, 0},
                     {"greatest", Side::kRight, 2},
                     {"from low to high", Side::kLeft, 1}});
  for (const BlockSpread& block : blocks) {
    if (block.bins.empty()) continue;
    table.add_row({block.name, count_text(block.count), loss_text(block.least),
                   loss_text(block.lower_quartile) + "  " + loss_text(block.median) + "  " +
                       loss_text(block.upper_quartile),
                   loss_text(block.greatest), bars_text(block.bins)});
  }
  return "\n" + table.str(style, 2, width);
}

}  // namespace gbho::inline internal
