// The trials: validation loss over λ and over cost, parallel coordinates.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/html/html.h"
#include "report/html/loss_map.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostLines = 1000;  // of parallel coordinates: more of them are a solid block
constexpr size_t kBestTrials = 10;   // in the table
constexpr size_t kMostColumns = 8;   // of λ, in the table

// Trials with a loss to draw; the others diverged or have none yet.
std::vector<const Trial*> drawn_trials(const StudyView& view) {
  std::vector<const Trial*> drawn;
  for (const Trial& trial : view.record.trials) {
    if (is_drawn(view, trial)) drawn.push_back(&trial);
  }
  return drawn;
}

// Where each of `trials`, which are drawn, stands among all that are.
Json places_json(const StudyView& view, const std::vector<const Trial*>& trials) {
  std::vector<int64_t> places;
  int64_t next = 0;
  for (const Trial& trial : view.record.trials) places.push_back(is_drawn(view, trial) ? next++ : -1);
  Json json = Json::array();
  for (const Trial* trial : trials) {
    json.push_back(places[static_cast<size_t>(trial - view.record.trials.data())]);
  }
  return json;
}

// Solutions of the lower level, the best first.
std::vector<const Trial*> ranked_trials(const StudyView& view) {
  std::vector<const Trial*> ranked = drawn_trials(view);
  ranked.erase(
      std::remove_if(ranked.begin(), ranked.end(),
                     [](const Trial* trial) { return trial->partial || !trial->evaluation.usable(); }),
      ranked.end());
  std::stable_sort(ranked.begin(), ranked.end(), [](const Trial* a, const Trial* b) {
    return a->evaluation.criterion() < b->evaluation.criterion();
  });
  return ranked;
}

using TrialNumber = double (*)(const Trial&);

Json trial_column(const std::vector<const Trial*>& trials, TrialNumber number) {
  Json json = Json::array();
  for (const Trial* trial : trials) json.push_back(chart_number(number(*trial)));
  return json;
}

Json lambda_columns(const StudyView& view, const std::vector<const Trial*>& trials) {
  Json columns = Json::array();
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    Json column = Json::array();
    for (const Trial* trial : trials) column.push_back(chart_number(trial->evaluation.lambda[k]));
    columns.push_back(std::move(column));
  }
  return columns;
}

struct TrialColumn {
  const char* name;
  TrialNumber number;
};

// Beside λ.
constexpr std::array<TrialColumn, 6> kTrialColumns = {
    {{"number", [](const Trial& t) { return static_cast<double>(t.number); }},
     {"loss", [](const Trial& t) { return t.evaluation.validation_loss; }},
     {"partial", [](const Trial& t) { return t.partial ? 1.0 : 0.0; }},
     {"sample_gradients", [](const Trial& t) { return static_cast<double>(t.spent.sample_gradients); }},
     {"lower_solves", [](const Trial& t) { return static_cast<double>(t.spent.lower_solves); }},
     {"seconds", [](const Trial& t) { return t.seconds; }}}};

std::string row_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null";
}

// Of what was kept; a record without it has zeros or nothing.
Json cost_axes(const std::vector<const Trial*>& trials) {
  const auto known = [&](TrialNumber number) {
    return std::any_of(trials.begin(), trials.end(), [&](const Trial* t) { return number(*t) > 0; });
  };
  Json axes = Json::array();
  if (known([](const Trial& t) { return static_cast<double>(t.spent.sample_gradients); })) {
    axes.push_back({{"column", "sample_gradients"}, {"title", "sample-gradients"}});
  }
  if (known([](const Trial& t) { return static_cast<double>(t.spent.lower_solves); })) {
    axes.push_back({{"column", "lower_solves"}, {"title", "lower-level solves"}});
  }
  if (known([](const Trial& t) { return t.seconds; })) {
    axes.push_back({{"column", "seconds"}, {"title", "seconds"}});
  }
  axes.push_back({{"column", "number"}, {"title", "trial"}});
  return axes;
}

Json names_json(const StudyView& view) {
  Json names = Json::array();
  for (size_t k = 0; k < view.shown_dimensions(); ++k) names.push_back(view.space[k].name);
  return names;
}

std::string left_out(const StudyView& view, size_t drawn) {
  std::string text;
  const auto missing = static_cast<int64_t>(view.record.trials.size() - drawn);
  if (missing > 0)
    text += fmt::format(" {} diverged or have no loss, and are not drawn.", counted(missing, "trial"));
  if (view.space.size() > kMostDimensions) {
    text += fmt::format(" The first {} of {} hyperparameters are shown.", kMostDimensions,
                        count_text(static_cast<int64_t>(view.space.size())));
  }
  return text;
}

std::string partial_words(const std::vector<const Trial*>& trials) {
  const auto partial = std::count_if(trials.begin(), trials.end(), [](const Trial* t) { return t->partial; });
  if (partial == 0) return "";
  return fmt::format(" {} trained in part (hollow); they cannot become λ*.",
                     partial == 1 ? "1 trial was" : count_text(partial) + " trials were");
}

std::string best_table(const StudyView& view) {
  std::vector<const Trial*> best = ranked_trials(view);
  if (best.empty()) return "";
  best.resize(std::min(best.size(), kBestTrials));
  const size_t dimensions = std::min(view.space.size(), kMostColumns);
  const bool cut = dimensions < view.space.size();
  const bool accuracies = std::any_of(best.begin(), best.end(), [](const Trial* trial) {
    return std::isfinite(trial->evaluation.validation_accuracy);
  });
  std::vector<HtmlTable::Column> columns = {{"trial"}, {"validation loss"}};
  if (accuracies) columns.push_back({"validation acc."});
  for (size_t k = 0; k < dimensions; ++k) columns.push_back({html_text(dimension_title(view.space[k]))});
  if (cut) columns.push_back({"…", HtmlTable::Align::kText});
  HtmlTable table(columns);
  for (const Trial* trial : best) {
    std::vector<std::string> cells = {count_text(trial->number),
                                      loss_text(trial->evaluation.validation_loss)};
    if (accuracies) cells.push_back(percent_text(trial->evaluation.validation_accuracy));
    for (size_t k = 0; k < dimensions; ++k)
      cells.push_back(fmt::format("{:.4f}", trial->evaluation.lambda[k]));
    if (cut) cells.emplace_back("…");
    table.add_row(cells);
  }
  return fmt::format("<details><summary>The best {}</summary>\n{}</details>\n",
                     counted(static_cast<int64_t>(best.size()), "trial"), table.str());
}

// Sides of the box: every chart over λ shows all that was searched.
Json ranges_json(const StudyView& view) {
  Json ranges = Json::array();
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    ranges.push_back({chart_number(view.space[k].low), chart_number(view.space[k].high)});
  }
  return ranges;
}

// Validation loss at λ*, where it is known.
double star_loss(const StudyView& view) {
  if (view.summary && view.summary->consistent) return view.summary->consistent->validation_loss;
  return view.best != nullptr ? view.best->evaluation.validation_loss : kNone;
}

Json rows_json(const std::vector<std::vector<double>>& rows) {
  Json json = Json::array();
  for (const std::vector<double>& row : rows) json.push_back(chart_numbers(row));
  return json;
}

// Of two hyperparameters; "" where the trials do not make a map.
std::string map_html(const StudyView& view, Page& page) {
  const std::vector<const Trial*> solved = ranked_trials(view);
  if (view.kept_map != nullptr && !view.kept_map->is_stale(solved.size())) {
    if (!view.kept_map->chart.is_null()) page.charts["loss_map"] = view.kept_map->chart;
    return view.kept_map->html;
  }
  const std::optional<LossMap> map = loss_map(solved, view.space);
  if (!map) {
    if (view.kept_map != nullptr) *view.kept_map = {solved.size(), nullptr, ""};
    return "";
  }
  const Json columns = lambda_columns(view, solved);
  page.charts["loss_map"] = {
      {"kind", "contour"},
      {"x_title", dimension_title(view.space[0])},
      {"y_title", dimension_title(view.space[1])},
      {"z_title", "validation loss"},
      {"sample_title", "validation loss"},
      {"logarithmic", map->logarithmic},
      {"x", chart_numbers(map->x)},
      {"y", chart_numbers(map->y)},
      {"z", rows_json(map->loss)},
      {"error", rows_json(map->error)},
      {"samples",
       {{"x", columns[0]},
        {"y", columns[1]},
        {"z", trial_column(solved, [](const Trial& t) { return t.evaluation.validation_loss; })}}},
      {"star", view.lambda.size() == 2 ? chart_numbers(view.lambda) : Json(nullptr)}};
  std::string caption = fmt::format(
      "Contours of the validation loss, and a star at λ*. The points are the trials; what lies between them "
      "is interpolated, by kriging of {}, and a guess where they are far.",
      map->logarithmic ? "the loss's logarithm" : "the loss");
  if (map->samples < solved.size()) {
    caption += fmt::format(" It is made from {} of the {} trials.", map->samples,
                           count_text(static_cast<int64_t>(solved.size())));
  }
  std::string text = html_chart("loss_map", caption, "tall");
  if (view.kept_map != nullptr) *view.kept_map = {solved.size(), page.charts["loss_map"], text};
  return text;
}

std::string panels_html(const StudyView& view, const std::vector<const Trial*>& drawn, Page& page) {
  const size_t panels = view.shown_dimensions();
  std::vector<double> star = view.lambda;
  if (!star.empty()) star.resize(panels, kNone);
  page.charts["loss_lambda"] = {{"kind", "over_lambda"},
                                {"names", names_json(view)},
                                {"ranges", ranges_json(view)},
                                {"star", star.empty() ? Json(nullptr) : chart_numbers(star)},
                                {"star_loss", chart_number(star_loss(view))}};
  const std::string caption =
      panels == 1 ? "Validation loss over λ, over all of its range; the star and the vertical "
                    "line are at λ*. The thin line joins trials."
                  : "Validation loss over each λ; the vertical line is λ*.";
  return html_chart("loss_lambda", caption + partial_words(drawn) + left_out(view, drawn.size()),
                    panels == 1 ? "normal" : "panels");
}

}  // namespace

bool is_drawn(const StudyView& view, const Trial& trial) {
  const Evaluation& evaluation = trial.evaluation;
  return std::isfinite(evaluation.validation_loss) && evaluation.lambda.size() == view.space.size();
}

Json trials_json(const StudyView& view) {
  const std::vector<const Trial*> drawn = drawn_trials(view);
  Json json;
  for (const TrialColumn& column : kTrialColumns) json[column.name] = trial_column(drawn, column.number);
  json["lambda"] = lambda_columns(view, drawn);
  return json;
}

std::string trial_row(const StudyView& view, const Trial& trial) {
  std::string text = "[";
  for (const TrialColumn& column : kTrialColumns) text += row_number(column.number(trial)) + ",";
  text += "[";
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    text += (k > 0 ? "," : "") + row_number(trial.evaluation.lambda[k]);
  }
  return text + "]]";
}

std::string study_trials(const StudyView& view, Page& page) {
  const std::vector<const Trial*> drawn = drawn_trials(view);
  if (drawn.empty()) return "";
  page.charts["loss_cost"] = {{"kind", "over_cost"}, {"axes", cost_axes(drawn)}};
  std::string text =
      "<p>Every point is a consistent model, trained on the training data alone, so that its validation loss "
      "is an estimate.</p>\n";
  text += map_html(view, page) + panels_html(view, drawn, page);
  text += html_chart(
      "loss_cost",
      "Validation loss over what the run had spent when the trial ended; the line is the lowest so far. "
      "The buttons change the axis.");
  return html_section("trials", "Validation loss", text + best_table(view));
}

std::string study_parallel(const StudyView& view, Page& page) {
  const std::vector<const Trial*> ranked = ranked_trials(view);
  if (ranked.size() < 2 || view.space.size() < 2) return "";
  const size_t count = std::min(ranked.size(), kMostLines);
  const std::vector<const Trial*> shown(ranked.begin(), ranked.begin() + static_cast<int64_t>(count));
  Json dimensions = Json::array();
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    dimensions.push_back({{"name", view.space[k].name},
                          {"low", chart_number(view.space[k].low)},
                          {"high", chart_number(view.space[k].high)}});
  }
  page.charts["parallel"] = {
      {"kind", "parallel"}, {"dimensions", dimensions}, {"trials", places_json(view, shown)}};
  std::string text =
      "One line a trial, its colour the validation loss. Drag along an axis to choose a range.";
  if (count < ranked.size()) {
    text += fmt::format(" The best {} of {} trials are shown.", count_text(static_cast<int64_t>(count)),
                        count_text(static_cast<int64_t>(ranked.size())));
  }
  if (view.space.size() > kMostDimensions) {
    text += fmt::format(" The first {} of {} hyperparameters are shown.", kMostDimensions,
                        count_text(static_cast<int64_t>(view.space.size())));
  }
  return html_section("parallel", "All hyperparameters at once", html_chart("parallel", text, "wide"));
}

}  // namespace gbho::inline internal
