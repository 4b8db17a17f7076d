#include "paper/paper_html.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "gbho/base/version.h"
#include "paper/paper_table.h"
#include "paper/test_loss_figures.h"
#include "report/html/contest_parts.h"
#include "report/html/html.h"
#include "report/html/page.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

// The same bars as in the figures.
Json bars_chart(const BarChart& chart) {
  Json bars = Json::array();
  for (const Bars& own : chart.bars) {
    bars.push_back({{"label", own.label},
                    {"y", chart_numbers(own.y)},
                    {"errors", chart_numbers(own.errors)},
                    {"markers", chart_numbers(own.markers)}});
  }
  return {{"kind", "bars"},
          {"groups", chart.groups},
          {"bars", bars},
          {"y_title", chart.y.label},
          {"marker_label", chart.marker_label}};
}

std::string bars_html(const std::vector<InstanceResult>& results, Page& page) {
  std::string text;
  for (const Figure& figure : test_loss_figures(results)) {
    const auto* chart = std::get_if<BarChart>(&figure.panels.front());
    if (chart == nullptr) continue;
    page.charts[figure.name] = bars_chart(*chart);
    text += html_chart(
        figure.name, html_text(figure.title) + ", by number of examples; diamonds are the paper's.", "rows");
  }
  return text;
}

// "0.3912 (0.4125)": ours, and the paper's where it has one.
std::string both(const std::string& ours, double printed) {
  if (!std::isfinite(printed)) return ours;
  return fmt::format("{} <span class=\"quiet\">({})</span>", ours, loss_text(printed));
}

std::string with_paper(const std::string& ours, const std::string& printed) {
  return printed.empty()
             ? html_text(ours)
             : fmt::format("{} <span class=\"quiet\">({})</span>", html_text(ours), html_text(printed));
}

std::string test_loss_text(const Statistic& statistic) {
  return std::isfinite(statistic.error)
             ? fmt::format("{} ± {}", loss_text(statistic.mean), loss_text(statistic.error))
             : loss_text(statistic.mean);
}

std::string instance_table(const InstanceResult& result) {
  HtmlTable table({{"method", HtmlTable::Align::kText}, {"TRL"}, {"VAL"}, {"TEL"}, {"λ"}, {"LLO"}});
  for (const PaperCell& cell : paper_cells(result)) {
    table.add_row({html_text(cell.method), both(loss_text(cell.train_loss.mean), cell.printed.train_loss),
                   both(loss_text(cell.validation_loss.mean), cell.printed.validation_loss),
                   both(test_loss_text(cell.test_loss), cell.printed.test_loss),
                   with_paper(point_text(cell.lambda), cell.printed.lambda),
                   with_paper(cell.solves, cell.printed.solves)});
  }
  return table.str();
}

std::string instance_title(const InstanceResult& result) {
  return html_text(fmt::format("{}: {}", result.instance.group, result.instance.title));
}

constexpr const char* kReading =
    "<p>TRL, VAL and TEL are training, validation and test loss (mean cross-entropy without the penalty); "
    "LLO counts "
    "lower-level solves of the search. In parentheses: what the paper prints. <code>gbho</code> reports its "
    "joint "
    "weights, as the paper does; they have seen the validation data, so their VAL is not an estimate of "
    "anything. The "
    "others report the consistent model, trained on the training data alone. Means over seeds, ± standard "
    "error.</p>\n";

constexpr const char* kQuick =
    "<p class=\"note\">Quick scale: small budgets, 20 epochs instead of 50, no pilot, one seed unless said "
    "otherwise. "
    "These figures show that everything works; they are not the paper's experiment.</p>\n";

}  // namespace

std::string experiment_html(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                            const Provenance& provenance) {
  Page page;
  page.title = "The paper's experiments: " + options.experiment;
  const std::string seeds =
      options.seeds == 1 ? fmt::format("seed {}", options.seed)
                         : fmt::format("seeds {} to {}", options.seed, options.seed + options.seeds - 1);
  page.body = fmt::format(
      "<header>\n<p class=\"eyebrow\">The paper's experiments</p>\n<h1>{}</h1>\n<p "
      "class=\"lead\"><code>{}</code></p>\n"
      "<p class=\"message\">gbho {}, {}; tables made on {}.</p>\n</header>\n",
      html_text(options.experiment), html_text(provenance.command), html_text(version()), seeds,
      html_text(provenance.machine));
  if (options.scale == PaperScale::kQuick) page.body += kQuick;
  page.body +=
      html_section("test-loss", "Test loss of the models that the paper reports", bars_html(results, page));
  std::string tables;
  for (const InstanceResult& result : results) {
    tables += fmt::format("<h3>{}</h3>\n{}", instance_title(result), instance_table(result));
  }
  page.body += html_section("paper", "The paper's table", tables + kReading);
  for (const InstanceResult& result : results) {
    const std::string prefix = result.instance.name + "-";
    page.body += html_section(
        html_text(result.instance.name), "The honest table, " + instance_title(result),
        contest_dots(result.contest.contestants, prefix, page) + contest_tables(result.contest.contestants));
  }
  return page_html(page);
}

}  // namespace gbho::inline internal
