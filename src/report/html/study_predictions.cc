// What is said of rows that no network had seen, beside the truth.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

std::string scores_html(const PredictionRecord& record) {
  HtmlTable table(
      {{"score", HtmlTable::Align::kText}, {"estimate ± standard error"}, {"lowest to highest fold"}});
  for (const ScoreEstimate& score : record.scores) {
    if (!std::isfinite(score.value)) continue;
    const std::string range = fold_range(score);
    table.add_row({score_name(score.name), estimate_text(score), range.empty() ? "-" : range});
  }
  return table.str();
}

std::string confusion_html(const PredictionRecord& record, Page& page) {
  if (record.confusion.empty()) return "";
  page.charts["confusion"] = {
      {"kind", "confusion"}, {"classes", record.classes}, {"counts", record.confusion}};
  return html_chart("confusion",
                    "Rows by true and by predicted class. Dark cells off the diagonal are what is confused.");
}

std::string calibration_html(const PredictionRecord& record, Page& page) {
  if (record.calibration.empty()) return "";
  std::vector<double> said;
  std::vector<double> happened;
  std::vector<double> errors;
  Json rows = Json::array();
  for (const CalibrationBin& bin : record.calibration) {
    said.push_back(bin.said);
    happened.push_back(bin.happened);
    errors.push_back(bin.error);
    rows.push_back(bin.rows);
  }
  const bool of_class = !record.calibration_of.empty();
  page.charts["calibration"] = {{"kind", "calibration"},
                                {"said", chart_numbers(said)},
                                {"happened", chart_numbers(happened)},
                                {"errors", chart_numbers(errors)},
                                {"rows", rows},
                                {"x_title", of_class ? "predicted probability of " + record.calibration_of
                                                     : std::string("probability of the predicted class")},
                                {"y_title", of_class ? "share of rows that are " + record.calibration_of
                                                     : std::string("share of rows predicted rightly")}};
  return html_chart(
      "calibration",
      fmt::format(
          "Can probabilities be taken at their word? On the dotted line they can; here they are {:.1f} "
          "points off on average. Bars are one standard error.",
          100 * record.calibration_error));
}

std::string classes_html(const PredictionRecord& record, Page& page) {
  std::vector<std::string> charts;
  for (const std::string& chart : {confusion_html(record, page), calibration_html(record, page)}) {
    if (!chart.empty()) charts.push_back(chart);
  }
  std::string text = html_chart_grid(charts);
  if (record.confusion.empty()) {
    text += fmt::format("<p class=\"quiet\">Confusions of {} classes are too many to be shown.</p>\n",
                        record.classes.size());
  }
  return text;
}

std::string values_html(const Summary& summary, Page& page) {
  const PredictionRecord& record = *summary.out_of_fold;
  const std::string target = summary.data.target.empty() ? "value" : summary.data.target;
  std::vector<double> truth;
  std::vector<double> predicted;
  Json rows = Json::array();
  for (const PredictedRow& row : record.sample) {
    truth.push_back(row.truth);
    predicted.push_back(row.predicted);
    rows.push_back(row.row);
  }
  page.charts["against"] = {{"kind", "against"},
                            {"target", target},
                            {"truth", chart_numbers(truth)},
                            {"predicted", chart_numbers(predicted)},
                            {"rows", rows}};
  const auto shown = static_cast<int64_t>(record.sample.size());
  const std::string which = shown < record.rows ? fmt::format("{} of {} rows, drawn at random.",
                                                              count_text(shown), count_text(record.rows))
                                                : "All rows.";
  return fmt::format(
             "<p>Half of the rows are predicted to within <strong>{}</strong>, nine in ten to within "
             "<strong>{}</strong>.</p>\n",
             number_text(record.median_error), number_text(record.large_error)) +
         html_chart("against", which + " On the dotted line the prediction is right.", "tall");
}

}  // namespace

std::string study_predictions(const StudyView& view, Page& page) {
  if (!view.summary || !view.summary->out_of_fold) return "";
  const PredictionRecord& record = *view.summary->out_of_fold;
  std::string text = fmt::format(
      "<p>{}. {}</p>\n", html_text(unseen_words(*view.summary)),
      record.model == "bag" ? "Predictions are those of bags that were chosen without the row's fold."
                            : "The models are those at λ*, not the refit model, which has seen all rows.");
  text += scores_html(record);
  text += record.classes.empty() ? values_html(*view.summary, page) : classes_html(record, page);
  return html_section("predictions", "How good it is on unseen rows", text);
}

}  // namespace gbho::inline internal
