#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/block_name.h"
#include "report/contest/statistics.h"
#include "report/contest/verdict.h"
#include "report/html/contest_parts.h"
#include "report/html/html.h"
#include "report/html/report.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho {
namespace {

using Json = nlohmann::ordered_json;

const Summary* any_run(const Contest& contest) {
  for (const Contestant& contestant : contest.contestants) {
    for (const Summary& run : contestant.runs) {
      if (run.termination != Termination::kFailed) return &run;
    }
  }
  return nullptr;
}

std::string budget_words(const Contest& contest) {
  if (contest.budget.empty()) return "";
  std::string text;
  const Json budget = Json::parse(contest.budget, nullptr, false);
  if (!budget.is_object()) return "";
  for (const auto& [key, value] : budget.items()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", html_text(key), html_text(value.dump()));
  }
  return fmt::format(
      " Every search may take {}{}.", text,
      contest.solves > 0 ? fmt::format(": {} lower-level solves", count_text(contest.solves)) : "");
}

std::string contest_lead(const Contest& contest) {
  const auto methods = std::count_if(contest.contestants.begin(), contest.contestants.end(),
                                     [](const Contestant& one) { return !one.control; });
  std::string text = counted(methods, "method");
  if (const Summary* run = any_run(contest); run != nullptr) {
    text += fmt::format(" tuning {} on <code>{}</code> ({} train, {} validation, {} test)",
                        counted(hyperparameter_count(run->space), "hyperparameter"),
                        html_text(run->data.name), count_text(run->data.train),
                        count_text(run->data.validation), count_text(run->data.test));
  }
  if (contest.seeds.size() == 1) {
    text += fmt::format(", seed {}.", contest.seeds.front());
  } else if (!contest.seeds.empty()) {
    text += fmt::format(", seeds {} to {}.", contest.seeds.front(), contest.seeds.back());
  }
  return text + " For a seed all get the same data, split, initial weights and batches." +
         budget_words(contest);
}

std::string verdict_html(const Contest& contest) {
  return fmt::format(
      "<p class=\"verdict\">{}</p>\n<p class=\"quiet\">By differences seed by seed and their 95 % "
      "confidence intervals (± is half of one); controls do not compete.</p>\n",
      html_text(contest_verdict(contest.contestants)));
}

double cost_of(const Summary& run) {
  return static_cast<double>(run.ledger.sample_gradients);
}

std::string cost_chart(const Contest& contest, Page& page) {
  Json series = Json::array();
  for (const Contestant& contestant : contest.contestants) {
    Json x = Json::array();
    Json y = Json::array();
    Json notes = Json::array();
    for (const Summary& run : contestant.runs) {
      if (!run.refit || !std::isfinite(run.refit->test_loss) || !(cost_of(run) > 0)) continue;
      x.push_back(chart_number(cost_of(run)));
      y.push_back(chart_number(run.refit->test_loss));
      notes.push_back(fmt::format("seed {}", run.seed));
    }
    if (x.empty()) continue;
    series.push_back(
        {{"label", contestant.label}, {"control", contestant.control}, {"x", x}, {"y", y}, {"notes", notes}});
  }
  if (series.empty()) return "";
  page.charts["quality_cost"] = {{"kind", "series"},
                                 {"series", series},
                                 {"x_title", "sample-gradients"},
                                 {"y_title", "test loss (refit)"},
                                 {"log_x", true}};
  return html_chart("quality_cost", "What a run cost and what it came to, one point a run.", "rows");
}

// Of candidates that are solutions of the lower level: the lowest validation loss after each.
std::vector<double> lowest_losses(const Summary& run) {
  std::vector<double> lowest;
  double low = kNone;
  for (const Iteration& iteration : run.iterations) {
    if (iteration.kind == "trial") continue;
    low = std::fmin(low, iteration.validation_loss_consistent);
    lowest.push_back(low);
  }
  return lowest;
}

// The mean over runs; a run that is over keeps its last.
std::vector<double> mean_progress(const Contestant& contestant) {
  std::vector<std::vector<double>> all;
  size_t longest = 0;
  for (const Summary& run : contestant.runs) {
    all.push_back(lowest_losses(run));
    longest = std::max(longest, all.back().size());
  }
  std::vector<double> means;
  for (size_t i = 0; i < longest; ++i) {
    std::vector<double> values;
    for (const std::vector<double>& lowest : all) {
      if (!lowest.empty()) values.push_back(lowest[std::min(i, lowest.size() - 1)]);
    }
    means.push_back(statistic(values).mean);
  }
  return means;
}

std::string progress_chart(const Contest& contest, Page& page) {
  Json series = Json::array();
  for (const Contestant& contestant : contest.contestants) {
    const std::vector<double> progress =
        contestant.control ? std::vector<double>() : mean_progress(contestant);
    if (progress.size() < 2 || !std::isfinite(progress.back())) continue;
    Json x = Json::array();
    for (size_t i = 1; i <= progress.size(); ++i) x.push_back(i);
    series.push_back({{"label", contestant.label}, {"x", x}, {"y", chart_numbers(progress)}});
  }
  if (series.empty()) return "";
  page.charts["progress"] = {{"kind", "series"},
                             {"series", series},
                             {"lines", true},
                             {"x_title", "candidates"},
                             {"y_title", "validation loss"}};
  return html_chart(
      "progress",
      "Lowest validation loss of consistent models after so many of them, mean over seeds. They need not "
      "cost the same in different methods; candidates that were trained in part are left out.",
      "rows");
}

std::string failures(const Contest& contest) {
  std::string text;
  for (const Contestant& contestant : contest.contestants) {
    for (const Summary& run : contestant.runs) {
      if (run.termination != Termination::kFailed) continue;
      text += fmt::format("<li>{}, seed {}: failed: {}</li>\n", html_text(contestant.label), run.seed,
                          html_text(run.message));
    }
  }
  return text.empty() ? "" : html_section("failed", "Runs that failed", "<ul>\n" + text + "</ul>\n");
}

std::string settings(const Contest& contest) {
  const Summary* run = any_run(contest);
  if (run == nullptr || run->used.empty()) return "";
  const Json used = Json::parse(run->used, nullptr, false);
  if (used.is_discarded()) return "";
  return html_section(
      "again", "Settings",
      fmt::format("<details><summary>The study as {} used it, with every default</summary>\n<pre>{}</pre>"
                  "</details>\n",
                  html_text(run->method),
                  html_text(used.dump(2, ' ', false, Json::error_handler_t::replace))));
}

}  // namespace

std::string html_report(const Contest& contest) {
  Page page;
  page.title = contest.study + ": methods compared";
  page.body = fmt::format(
      "<header>\n<p class=\"eyebrow\">Methods compared{}</p>\n<h1>{}</h1>\n<p "
      "class=\"lead\">{}</p>\n</header>\n",
      contest.interrupted ? " <span class=\"state interrupted\">interrupted</span>" : "",
      html_text(contest.study), contest_lead(contest));
  if (contest.interrupted) {
    page.body +=
        "<p class=\"note\">The contest was interrupted; these are the runs that were finished.</p>\n";
  }
  page.body += html_section("answer", "The answer",
                            verdict_html(contest) + contest_dots(contest.contestants, "", page));
  page.body += html_section("tables", "All figures", contest_tables(contest.contestants));
  const std::string charts = progress_chart(contest, page) + contest_trace(contest.contestants, "", page) +
                             cost_chart(contest, page);
  if (!charts.empty()) page.body += html_section("cost", "On the way, and for what price", charts);
  page.body += failures(contest) + settings(contest);
  return page_html(page);
}

}  // namespace gbho
