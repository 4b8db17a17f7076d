// What a report lacks: what the run does at this moment, what is left of its budget, the networks that are
// being trained, and where λ has been.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "report/html/html.h"
#include "report/text/numbers.h"
#include "report/text/progress_text.h"
#include "serve/content.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;
using Align = HtmlTable::Align;

constexpr double kSilent = 20;  // seconds without a word from a run, that are worth mentioning

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string gauge(double share) {
  return fmt::format("<progress max=\"1\" value=\"{:.3f}\"></progress>", std::clamp(share, 0.0, 1.0));
}

// "search: 38 %, 12 networks side by side, epoch 7 of 50, 3 min left in this phase"
std::string phase_html(const Progress& progress) {
  std::string text =
      fmt::format("<p class=\"phase\"><strong>{}</strong> {} {:.0f} %", html_text(progress.phase),
                  gauge(progress.fraction), 100 * progress.fraction);
  if (progress.networks > 1) text += fmt::format(", {} side by side", counted(progress.networks, "network"));
  if (progress.epochs > 0)
    text += fmt::format(", epoch {} of {}", count_text(progress.epoch), count_text(progress.epochs));
  if (std::isfinite(seconds_left(progress)) && progress.fraction > 0) {
    text += fmt::format(", {} left in this phase", time_text(seconds_left(progress)));
  }
  return text + "</p>\n";
}

struct Measure {
  const char* key;  // of [budget]
  const char* name;
  double spent;
  std::string (*text)(double);
};

std::string whole(double value) {
  return count_text(std::llround(value));
}

std::vector<Measure> measures(const StudyView& view, const std::optional<LiveState>& live) {
  Ledger ledger;
  if (!view.record.trials.empty()) ledger = view.record.trials.back().spent;
  if (live && live->ledger.sample_gradients > ledger.sample_gradients) ledger = live->ledger;
  const double seconds = std::fmax(view.record.overview.seconds, live ? live->seconds : 0);
  return {{"trials", "trials", static_cast<double>(view.record.overview.trials), whole},
          {"lower_solves", "lower-level solves", static_cast<double>(ledger.lower_solves), whole},
          {"sample_gradients", "sample-gradients", static_cast<double>(ledger.sample_gradients), whole},
          {"seconds", "time", seconds, time_text}};
}

double limit_of(const StudyView& view, const char* key) {
  const auto budget = view.used.find("budget");
  if (budget == view.used.end() || !budget->is_object()) return 0;
  const auto limit = budget->find(key);
  return limit != budget->end() && limit->is_number() ? limit->get<double>() : 0;
}

std::string budget_html(const StudyView& view, const std::optional<LiveState>& live) {
  HtmlTable table({{"", Align::kText}, {"so far"}, {"of at most"}, {"", Align::kText}});
  bool limited = false;
  double share = 0;
  double seconds = 0;
  for (const Measure& measure : measures(view, live)) {
    const double limit = limit_of(view, measure.key);
    if (std::string_view(measure.key) == "seconds") seconds = measure.spent;
    limited = limited || limit > 0;
    if (limit > 0) share = std::fmax(share, measure.spent / limit);
    table.add_row({measure.name, measure.text(measure.spent), limit > 0 ? measure.text(limit) : "no limit",
                   limit > 0 ? gauge(measure.spent / limit) : ""});
  }
  std::string text = table.str();
  if (limited && share > 0 && share < 1) {
    text += fmt::format(
        "<p class=\"quiet\">At this rate the budget of the search lasts another {}; pilot and refit come on "
        "top.</p>\n",
        time_text(seconds * (1 / share - 1)));
  }
  return text;
}

std::string whereabouts_html(const LiveState& live) {
  std::string text =
      fmt::format("<p class=\"quiet\">Process {} on {}.", live.process, html_text(live.machine));
  const double silence = now() - live.written;
  if (silence > kSilent) text += fmt::format(" It has not said anything for {}.", time_text(silence));
  return text + "</p>\n";
}

constexpr const char* kStopButton =
    "<p><button type=\"button\" class=\"stop\" data-act=\"stop\">Stop this study</button> <span "
    "class=\"quiet\">It ends "
    "its epoch and can be resumed, as after Ctrl-C.</span></p>\n";

std::string curve_name(const LiveCurves& curves, size_t k) {
  std::string name = fmt::format("network {}", curves.numbers[k] + 1);
  if (!curves.lambda.empty()) name += fmt::format(": λ = {}", point_text(curves.lambda[k]));
  return name;
}

Json path_chart(const StudyView& view,
                const std::vector<std::pair<double, const std::vector<double>*>>& points, const char* x_title,
                bool straight) {
  Json series = Json::array();
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    Json x = Json::array();
    Json y = Json::array();
    for (const auto& [place, lambda] : points) {
      if (k >= lambda->size()) continue;
      x.push_back(chart_number(place));
      y.push_back(chart_number((*lambda)[k]));
    }
    series.push_back({{"label", view.space[k].name}, {"x", x}, {"y", y}});
  }
  return {{"kind", "series"},     {"series", series},   {"lines", true},
          {"straight", straight}, {"x_title", x_title}, {"y_title", "λ"}};
}

double option_of(const StudyView& view, const char* key, double usual) {
  const auto method = view.used.find(view.record.overview.method);
  if (method == view.used.end() || !method->is_object()) return usual;
  const auto option = method->find(key);
  return option != method->end() && option->is_number() ? option->get<double>() : usual;
}

}  // namespace

std::string now_html(const StudyView& view, const std::optional<LiveState>& live, bool control) {
  if (!view.running()) return "";
  std::string text =
      live ? phase_html(live->progress) : "<p>It is being run, and has not said yet what it does.</p>\n";
  text += budget_html(view, live);
  if (live) text += whereabouts_html(*live);
  if (control) text += kStopButton;
  return html_section("now", "Now", text);
}

// A part by itself: it does not change while somebody writes into it.
std::string enqueue_html(const StudyView& view, bool control) {
  const std::string& state = view.record.overview.state;
  const bool ended = state == "finished" || state == "failed";
  if (!control || ended || view.space.empty() || view.space.size() > kMostDimensions) return "";
  std::string fields;
  for (const Dimension& dimension : view.space) {
    fields += fmt::format(
        "<label>{} <input type=\"number\" step=\"any\" required min=\"{}\" max=\"{}\" placeholder=\"{:g} … "
        "{:g}\"></label>\n",
        html_text(dimension_title(dimension)), dimension.low, dimension.high, dimension.low, dimension.high);
  }
  return html_fold(
      "enqueue", "Enqueue a λ of your own",
      fmt::format(
          "<div id=\"point\">\n{}<button type=\"button\" data-act=\"enqueue\">Enqueue</button> "
          "<span class=\"quiet\">The run trains it as soon as its method asks for candidates, or when its "
          "search has ended, and it stays part of the study.</span>\n</div>\n",
          fields));
}

std::string training_html(const std::optional<LiveState>& live, Page& page) {
  if (!live || live->curves.epochs.size() < 2) return "";
  const LiveCurves& curves = live->curves;
  Json x = Json::array();
  for (const int64_t epoch : curves.epochs) x.push_back(epoch);
  Json series = Json::array();
  for (size_t k = 0; k < curves.numbers.size(); ++k) {
    series.push_back({{"label", curve_name(curves, k)}, {"x", x}, {"y", chart_numbers(curves.loss[k])}});
  }
  page.charts["training"] = {{"kind", "series"}, {"series", series},   {"lines", true},
                             {"straight", true}, {"x_title", "epoch"}, {"y_title", "training loss"}};
  std::string caption =
      "Loss on the training data while it is trained, the mean over an epoch's batches, without the penalty.";
  if (static_cast<int64_t>(curves.numbers.size()) < curves.networks) {
    caption +=
        fmt::format(" {} of {} networks are shown.", curves.numbers.size(), count_text(curves.networks));
  }
  return html_section("training", "Networks in training", html_chart("training", caption, "rows"));
}

// Of methods that move λ, where it was; of others, where the best candidate so far was.
std::string paths_html(const StudyView& view, Page& page) {
  std::vector<std::pair<double, const std::vector<double>*>> points;
  for (const Iteration& iteration : view.iterations) {
    if (iteration.kind == "iteration" && !iteration.lambda.empty()) {
      points.emplace_back(static_cast<double>(points.size() + 1), &iteration.lambda);
    }
  }
  const bool moves = points.size() > 1;
  if (!moves) {
    points.clear();
    double lowest = kNone;
    for (const Trial& trial : view.record.trials) {
      const Evaluation& evaluation = trial.evaluation;
      if (trial.partial || !evaluation.usable() || evaluation.criterion() >= lowest) continue;
      lowest = evaluation.criterion();
      points.emplace_back(static_cast<double>(trial.number), &evaluation.lambda);
    }
    if (points.size() > 1) {
      points.emplace_back(static_cast<double>(view.record.trials.back().number), points.back().second);
    }
  }
  if (points.size() < 2) return "";
  page.charts["paths"] = path_chart(view, points, moves ? "iteration" : "trial", moves);
  std::string caption =
      moves ? "λ after each iteration." : "λ of the best candidate so far, after so many trials.";
  if (view.space.size() > kMostDimensions) {
    caption += fmt::format(" The first {} of {} hyperparameters are shown.", kMostDimensions,
                           count_text(static_cast<int64_t>(view.space.size())));
  }
  return html_section("paths", "The way of λ", html_chart("paths", caption, "rows"));
}

// While it runs, by the model of φ at the latest iteration. The certificate itself is made at the end, from
// all that is known by then, and made again by code of its own.
std::string certificate_so_far_html(const StudyView& view) {
  if (view.summary || !view.running()) return "";
  const Iteration* latest = nullptr;
  for (const Iteration& iteration : view.iterations) {
    const bool told =
        std::isfinite(iteration.f) && std::isfinite(iteration.phi_hat) && std::isfinite(iteration.s_hat);
    if (iteration.kind == "iteration" && told) latest = &iteration;
  }
  if (latest == nullptr) {
    return html_section(
        "certified", "Its certificate",
        "<p class=\"quiet\">How far f is from the optimal value function is certified when the search has "
        "ended.</p>\n");
  }
  constexpr double kUsualZ = 3;
  const double z = option_of(view, "z", kUsualZ);
  const double gap = std::abs(latest->phi_hat - latest->f);
  return html_section("certified", "Its certificate, so far",
                      fmt::format("<p>At iteration {}, λ = ({}): f = {}, and φ̂ = {} with ŝ = {:.3g}. If φ̂ is "
                                  "right, f is within <strong>{:.3g}"
                                  "</strong> of φ: z·ŝ + |φ̂ − f| with z = {:g}.</p>\n<p class=\"quiet\">Not "
                                  "verified: the certificate is made "
                                  "when the search has ended, and made again by code of its own.</p>\n",
                                  count_text(latest->index), point_text(latest->lambda), loss_text(latest->f),
                                  loss_text(latest->phi_hat), latest->s_hat, z * latest->s_hat + gap, z));
}

}  // namespace gbho::inline internal
