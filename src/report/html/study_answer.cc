// The first screen: what was tuned, and the answer.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/block_name.h"
#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/hyperparameter_blocks.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"
#include "report/text/take_home.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostListed = 500;  // hyperparameters one by one: a page of thousands of rows is slow

// "mlp (hidden layers: 100, 50)"
std::string model_text(const Json& used) {
  const auto model = used.find("model");
  if (model == used.end() || !model->is_object()) return "";
  const std::string kind = model->value("kind", "model");
  std::string text = "<code>" + html_text(kind) + "</code>";
  const auto hidden = model->find("hidden");
  if (kind != "mlp" || hidden == model->end() || !hidden->is_array() || hidden->empty()) return text;
  std::string widths;
  for (const Json& width : *hidden) widths += (widths.empty() ? "" : ", ") + width.dump();
  return fmt::format("{} (hidden layers: {})", text, html_text(widths));
}

// Of a table the page has a section that says more than `about`.
std::string folded_data_text(const Summary& summary) {
  const DataFacts& data = summary.data;
  std::string text = fmt::format("<code>{}</code> ({} rows, ", html_text(data.name), count_text(data.train));
  text += data.folds > 1 ? counted(data.folds, "fold") : std::string("a fifth held out");
  if (data.selection > 0) text += fmt::format(", {} of them selection", count_text(data.selection));
  if (data.test > 0) text += fmt::format(", {} test", count_text(data.test));
  text += ")";
  if (!data.about.empty() && !summary.table) text += " [" + html_text(data.about) + "]";
  return text;
}

std::string data_text(const StudyView& view) {
  if (view.summary && !view.summary->data.name.empty()) {
    const DataFacts& data = view.summary->data;
    if (data.folds > 0) return folded_data_text(*view.summary);
    std::string text =
        fmt::format("<code>{}</code> ({} train, {} validation, {} test", html_text(data.name),
                    count_text(data.train), count_text(data.validation), count_text(data.test));
    if (data.selection > 0) text += fmt::format(", {} selection", count_text(data.selection));
    if (!data.target.empty()) text += fmt::format("; the target is <code>{}</code>", html_text(data.target));
    return text + ")";
  }
  const auto data = view.used.find("data");
  if (data == view.used.end() || !data->is_object()) return "";
  return "<code>" + html_text(data->value("name", "data of its own")) + "</code>";
}

std::string what_was_tuned(const StudyView& view) {
  const StudyOverview& overview = view.record.overview;
  const char* verb = view.running() ? "is tuning" : "tuned";
  std::string text = fmt::format("<code>{}</code> {} <strong>{}</strong>", html_text(overview.method), verb,
                                 counted(hyperparameter_count(view.space), "hyperparameter"));
  const std::string model = model_text(view.used);
  const std::string data = data_text(view);
  if (!model.empty()) text += " of " + model;
  if (!data.empty()) text += " on " + data;
  text += fmt::format(": {}", counted(overview.trials, "trial"));
  if (view.summary)
    text += fmt::format(", {}", counted(view.summary->ledger.lower_solves, "lower-level solve"));
  return text + fmt::format(", {}, seed {}.", time_text(overview.seconds), overview.seed);
}

// A small scale with a mark where λ* is in its range.
std::string range_html(double low, double high, double lambda) {
  const double part = std::clamp((lambda - low) / (high - low), 0.0, 1.0);
  return fmt::format(
      "<span class=\"range\"><span class=\"end\">{:g}</span><span class=\"scale\"><span class=\"mark\" "
      "style=\"left:{:.1f}%\"></span></span><span class=\"end\">{:g}</span></span>",
      low, 100 * part, high);
}

std::string lambda_table(const StudyView& view, size_t first, size_t last) {
  HtmlTable table({{"hyperparameter", HtmlTable::Align::kText},
                   {"λ*"},
                   {"its value"},
                   {"searched", HtmlTable::Align::kText}});
  for (size_t k = first; k < last; ++k) {
    const Dimension& dimension = view.space[k];
    table.add_row({html_text(dimension.name), fmt::format("{:.4f}", view.lambda[k]),
                   fmt::format("{:.4g}", dimension.value(view.lambda[k])),
                   range_html(dimension.low, dimension.high, view.lambda[k])});
  }
  return table.str();
}

std::string blocks_html(const std::vector<HyperparameterBlock>& blocks) {
  HtmlTable table({{"hyperparameters", HtmlTable::Align::kText},
                   {"number"},
                   {"least λ*"},
                   {"median"},
                   {"greatest"},
                   {"searched; the mark is the median", HtmlTable::Align::kText}});
  const size_t shown = std::min(blocks.size(), kMostHyperparameterRows);
  for (size_t i = 0; i < shown; ++i) {
    const HyperparameterBlock& block = blocks[i];
    table.add_row({html_text(block.name), count_text(block.count), loss_text(block.least),
                   loss_text(block.median), loss_text(block.greatest),
                   range_html(block.low, block.high, block.median)});
  }
  std::string text = table.str();
  if (shown < blocks.size()) {
    text += fmt::format("<p class=\"quiet\">The first {} of {} groups are shown.</p>\n", shown,
                        count_text(static_cast<int64_t>(blocks.size())));
  }
  return text;
}

std::string lambda_html(const StudyView& view) {
  const size_t count = std::min(view.space.size(), view.lambda.size());
  if (count == 0) return "<p>No candidate has been trained to its end yet.</p>\n";
  if (count > kMostHyperparameterRows) {
    const std::vector<HyperparameterBlock> blocks = hyperparameter_blocks(view.space, view.lambda);
    if (blocks.size() < count) return blocks_html(blocks);
  }
  const size_t shown = std::min(count, kMostDimensions);
  const size_t listed = std::min(count, kMostListed);
  std::string text = lambda_table(view, 0, shown);
  if (shown < listed) {
    text += fmt::format(
        "<details><summary>{} {}</summary>{}</details>\n", listed < count ? "The next" : "The other",
        counted(static_cast<int64_t>(listed - shown), "hyperparameter"), lambda_table(view, shown, listed));
  }
  if (listed < count) {
    text += fmt::format("<p class=\"quiet\">The first {} of {} hyperparameters are listed.</p>\n", listed,
                        count_text(static_cast<int64_t>(count)));
  }
  return text;
}

std::string figure_html(const std::string& name, const std::string& number, const std::string& note) {
  return fmt::format("<div class=\"key\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n", name, number,
                     note);
}

std::string cleaning_figure(const Cleaning& cleaning) {
  return figure_html(
      "Wrong labels found, F1", percent_text(cleaning.f1),
      fmt::format("precision {}, recall {}: {} of {} examples have a weight below one half, {} of them are "
                  "among the {} with a wrong label",
                  percent_text(cleaning.precision), percent_text(cleaning.recall),
                  count_text(cleaning.flagged), count_text(cleaning.examples), count_text(cleaning.found),
                  count_text(cleaning.corrupted)));
}

// "Target" is what a regression predicts: the key numbers are in its units.
std::string regression_figures(const Summary& summary, const NamedModel& home) {
  if (!std::isfinite(home.scores->test_rmse)) return "";
  const std::string target =
      summary.data.target.empty() ? "the target" : "<code>" + html_text(summary.data.target) + "</code>";
  return figure_html("Test RMSE", number_text(home.scores->test_rmse),
                     fmt::format("in units of {}, by the {} model", target, home.name)) +
         figure_html("Test R²", loss_text(home.scores->test_r2),
                     "1 is perfect, 0 no better than the mean of the test part");
}

// Loss and accuracy of the model to take home, side by side.
std::string take_home_figures(const Summary& summary) {
  const NamedModel home = model_to_take_home(summary);
  if (home.scores == nullptr || !std::isfinite(home.scores->test_loss)) return "";
  std::string text = figure_html("Test loss", loss_text(home.scores->test_loss),
                                 fmt::format("of the {} model: the one to take home", home.name));
  text += regression_figures(summary, home);
  if (std::isfinite(home.scores->test_auc)) {
    text += figure_html("Test AUC", loss_text(home.scores->test_auc),
                        fmt::format("area under the ROC curve, by the {} model", home.name));
  }
  if (std::isfinite(home.scores->test_accuracy)) {
    text += figure_html("Test accuracy", percent_text(home.scores->test_accuracy),
                        fmt::format("right, by the {} model", home.name));
  }
  return text;
}

std::string validation_figure(const StudyView& view) {
  const bool scored = view.summary && view.summary->consistent;
  if (!scored && view.best == nullptr) return "";
  const double loss =
      scored ? view.summary->consistent->validation_loss : view.best->evaluation.validation_loss;
  const double accuracy =
      scored ? view.summary->consistent->validation_accuracy : view.best->evaluation.validation_accuracy;
  const double rmse = scored ? view.summary->consistent->validation_rmse : kNone;
  if (!std::isfinite(loss)) return "";
  return figure_html(
      "Validation loss", loss_text(loss),
      fmt::format("{}of the consistent model at λ*, which was trained without the validation data",
                  std::isfinite(accuracy) ? percent_text(accuracy) + " right; "
                  : std::isfinite(rmse)   ? "RMSE " + number_text(rmse) + "; "
                                          : ""));
}

// Scores of rows that no network had seen: with folds they are the answer.
std::string unseen_figures(const PredictionRecord& record) {
  std::string text;
  for (const ScoreEstimate& score : record.scores) {
    if (!std::isfinite(score.value) || score.name == "mae") continue;
    const std::string range = fold_range(score);
    const std::string error =
        score.name == "accuracy" ? percent_text(score.error) : error_number(score.error);
    text += figure_html("Unseen rows: " + score_name(score.name), score_text(score.name, score.value),
                        fmt::format("± {} (standard error over {}){}", error, counted(record.rows, "row"),
                                    range.empty() ? "" : "; " + range + " by fold"));
  }
  return text;
}

std::string key_figures(const StudyView& view) {
  std::string text = view.summary ? take_home_figures(*view.summary) : "";
  text += view.summary && view.summary->out_of_fold ? unseen_figures(*view.summary->out_of_fold)
                                                    : validation_figure(view);
  if (view.summary && view.summary->cleaning) text += cleaning_figure(*view.summary->cleaning);
  return text.empty() ? "" : "<dl class=\"keys\">\n" + text + "</dl>\n";
}

// A refit that is clearly worse is the first thing to know.
std::string refit_note(const StudyView& view) {
  if (!view.summary || !view.summary->refit || !refit_worse(*view.summary)) return "";
  return "<p class=\"note\">" + html_text(take_home_text(*view.summary)) + "</p>\n";
}

}  // namespace

std::string study_heading(const StudyView& view) {
  const StudyOverview& overview = view.record.overview;
  std::string text = fmt::format(
      "<header>\n<p class=\"eyebrow\">Study <span class=\"state {0}\">{0}</span></p>\n<h1>{1}</h1>\n"
      "<p class=\"lead\">{2}</p>\n",
      html_text(overview.state), html_text(overview.name), what_was_tuned(view));
  if (!view.record.message.empty()) {
    text += fmt::format("<p class=\"message\">{}</p>\n", html_text(view.record.message));
  }
  return text + "</header>\n";
}

std::string study_answer(const StudyView& view) {
  const bool ended = view.summary.has_value();
  std::string text;
  if (!ended && !view.live) {
    text += fmt::format(
        "<p class=\"note\">This study {}. The report shows what there was at {}: no model has been refit and "
        "nothing is certified yet.</p>\n",
        view.running() ? "is still running" : "has not come to its end",
        html_text(view.record.overview.updated.substr(0, 19)));
  }
  text += fmt::format("<h2>{}</h2>\n", ended ? "The answer" : "Best so far");
  text += refit_note(view) + key_figures(view) + lambda_html(view);
  return "<section id=\"answer\">\n" + text + "</section>\n";
}

std::string study_warnings(const StudyView& view) {
  if (!view.summary || view.summary->warnings.empty()) return "";
  std::string text = "<section id=\"warnings\" class=\"warnings\">\n<h2>Worth knowing</h2>\n<ul>\n";
  for (const std::string& warning : view.summary->warnings) text += "<li>" + html_text(warning) + "</li>\n";
  return text + "</ul>\n</section>\n";
}

}  // namespace gbho::inline internal
