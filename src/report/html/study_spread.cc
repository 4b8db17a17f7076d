// How λ* is spread within blocks of very many hyperparameters.

#include <fmt/format.h>

#include "report/html/html.h"
#include "report/html/page.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

nlohmann::ordered_json histogram(const BlockSpread& block) {
  const double width = (block.high - block.low) / static_cast<double>(block.bins.size());
  std::vector<double> middles;
  for (size_t i = 0; i < block.bins.size(); ++i)
    middles.push_back(block.low + (static_cast<double>(i) + 0.5) * width);
  return {{"kind", "histogram"},
          {"x", chart_numbers(middles)},
          {"y", block.bins},
          {"width", chart_number(width)},
          {"x_title", "λ* of " + block.name}};
}

std::string caption_of(const BlockSpread& block) {
  return fmt::format(
      "{} hyperparameters <code>{}</code>: half of them lie between {} and {}, the median is {}.",
      count_text(block.count), html_text(block.name), loss_text(block.lower_quartile),
      loss_text(block.upper_quartile), loss_text(block.median));
}

}  // namespace

std::string study_spread(const StudyView& view, Page& page) {
  std::string text;
  for (const BlockSpread& block : view.record.blocks) {
    if (block.bins.empty() || block.count < 2) continue;
    const std::string id = "spread_" + block.name;
    page.charts[id] = histogram(block);
    text += html_chart(id, caption_of(block), "short");
  }
  if (text.empty()) return "";
  text +=
      "<p class=\"quiet\">Elsewhere on this page a block counts with the mean of its λ. All of λ* is in "
      "<code>lambda.safetensors</code>, beside the weights that <code>gbho tune … --out DIR</code> writes, "
      "and in the store.</p>\n";
  return html_section("spread", "How λ* is spread", text);
}

}  // namespace gbho::inline internal
