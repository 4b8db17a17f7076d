// What the run has cost, and how to run it again.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

struct Measure {
  std::string title;
  std::function<double(const PhaseCost&)> value;
  std::function<std::string(double)> text;
};

const std::vector<Measure>& measures() {
  const auto whole = [](double value) { return count_text(std::llround(value)); };
  static const std::vector<Measure> all = {
      {"time", [](const PhaseCost& p) { return p.seconds; }, time_text},
      {"lower-level solves", [](const PhaseCost& p) { return static_cast<double>(p.lower_solves); }, whole},
      {"sample-gradients", [](const PhaseCost& p) { return static_cast<double>(p.sample_gradients); },
       whole}};
  return all;
}

// One bar a measure, cut into phases; shares, so that the measures can stand side by side.
Json phases_chart(const std::vector<PhaseCost>& phases) {
  Json bars = Json::array();
  for (const PhaseCost& phase : phases)
    bars.push_back({{"name", phase.name}, {"share", Json::array()}, {"text", Json::array()}});
  Json titles = Json::array();
  for (const Measure& measure : measures()) {
    double sum = 0;
    for (const PhaseCost& phase : phases) sum += measure.value(phase);
    if (!(sum > 0)) continue;
    titles.push_back(measure.title);
    for (size_t i = 0; i < phases.size(); ++i) {
      bars[i]["share"].push_back(chart_number(100 * measure.value(phases[i]) / sum));
      bars[i]["text"].push_back(measure.text(measure.value(phases[i])));
    }
  }
  return {{"kind", "shares"}, {"rows", titles}, {"bars", bars}};
}

std::string phases_table(const std::vector<PhaseCost>& phases) {
  HtmlTable table(
      {{"phase", HtmlTable::Align::kText}, {"time"}, {"lower-level solves"}, {"sample-gradients"}});
  for (const PhaseCost& phase : phases) {
    table.add_row({html_text(phase.name), time_text(phase.seconds), count_text(phase.lower_solves),
                   count_text(phase.sample_gradients)});
  }
  return table.str();
}

// Without phases, the time alone: training and all the rest.
Json training_chart(double training, double all) {
  const double share = 100 * std::clamp(training / all, 0.0, 1.0);
  return {{"kind", "shares"},
          {"rows", {"time"}},
          {"bars",
           {{{"name", "training"}, {"share", {chart_number(share)}}, {"text", {time_text(training)}}},
            {{"name", "everything else"},
             {"share", {chart_number(100 - share)}},
             {"text", {time_text(all - training)}}}}}};
}

std::string ledger_table(const Ledger& ledger, double seconds, double peak_rss_mb) {
  HtmlTable table({{"", HtmlTable::Align::kText}, {"whole run"}});
  table.add_row({"lower-level solves", count_text(ledger.lower_solves)});
  if (ledger.upper_solves > 0) table.add_row({"joint solves", count_text(ledger.upper_solves)});
  table.add_row({"sample-gradients (examples through a backward pass)", count_text(ledger.sample_gradients)});
  table.add_row({"sample-evaluations (forward alone)", count_text(ledger.sample_evaluations)});
  if (ledger.hessian_vector_products > 0) {
    table.add_row({"Hessian-vector products", count_text(ledger.hessian_vector_products)});
  }
  table.add_row({"time", time_text(seconds)});
  table.add_row({"of it in training", time_text(ledger.seconds_lower)});
  if (peak_rss_mb > 0) table.add_row({"memory", fmt::format("{:.0f} MiB", peak_rss_mb)});
  return table.str();
}

std::string url_text(const std::string& text) {
  std::string encoded;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0 || std::string_view("-_.~").find(letter) != std::string_view::npos) {
      encoded += letter;
    } else {
      encoded += fmt::format("%{:02X}", byte);
    }
  }
  return encoded;
}

std::string pretty_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? text : json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string folded_json(const std::string& title, const std::string& json) {
  if (json.empty() || json == "{}") return "";
  return fmt::format("<details><summary>{}</summary>\n<pre>{}</pre></details>\n", title,
                     html_text(pretty_json(json)));
}

}  // namespace

std::string study_cost(const StudyView& view, Page& page) {
  if (!view.summary) {
    if (view.record.trials.empty()) return "";
    const Trial& last = view.record.trials.back();
    return html_section("cost", "Cost so far", ledger_table(last.spent, view.record.overview.seconds, 0));
  }
  const Summary& summary = *view.summary;
  std::string text = ledger_table(summary.ledger, summary.seconds, summary.peak_rss_mb);
  if (!summary.phases.empty()) {
    page.charts["cost"] = phases_chart(summary.phases);
    text = html_chart("cost", "Shares of the phases; the numbers are in the table.", "short") +
           phases_table(summary.phases) + text;
  } else if (summary.seconds > 0) {
    page.charts["cost"] = training_chart(summary.ledger.seconds_lower, summary.seconds);
    text = html_chart("cost", "Where the time went.", "bar") + text;
  }
  return html_section("cost", "Cost", text);
}

std::string study_again(const StudyView& view) {
  const StudyRecord& record = view.record;
  std::string text;
  if (!record.study_file.empty()) {
    const std::string file = record.overview.name + ".toml";
    text += fmt::format(
        "<p>With this study file the run can be made again: save it, then <code>gbho tune {0}</code>. "
        "<a download=\"{0}\" href=\"data:text/plain;charset=utf-8,{1}\">Save {0}</a></p>\n<pre>{2}</pre>\n",
        html_text(file), url_text(record.study_file), html_text(record.study_file));
  }
  const std::string given = !record.given.empty() || !view.summary ? record.given : view.summary->given;
  const std::string used = view.summary && !view.summary->used.empty() ? view.summary->used : record.used;
  text += folded_json("As it was given, with its overrides", given);
  text += folded_json("As it was used, with every default", used);
  text += folded_json("Machine and versions", record.environment);
  return text.empty() ? "" : html_section("again", "Run it again", text);
}

}  // namespace gbho::inline internal
