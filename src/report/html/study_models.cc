// The three models, and the certificate in words.

#include <fmt/format.h>

#include <cmath>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"
#include "report/text/score_columns.h"
#include "report/text/take_home.h"

namespace gbho::inline internal {
namespace {

using Align = HtmlTable::Align;

void add_model_row(HtmlTable& table, const std::vector<ScoreColumn>& columns, const std::string& name,
                   const std::string& trained_on, bool saw_validation,
                   const std::optional<ModelScores>& model) {
  if (!model) return;
  const ModelScores& scores = *model;
  const auto seen = [](const std::string& text, bool flag) {
    return flag && text != "-" ? "<span class=\"seen\">" + text + "</span>" : text;
  };
  std::vector<std::string> cells = {name, trained_on, seen(loss_text(scores.train_loss), true),
                                    seen(loss_text(scores.validation_loss), saw_validation),
                                    loss_text(scores.test_loss)};
  for (const ScoreColumn& column : columns) {
    cells.push_back(seen(column.text(scores.*column.score), saw_validation && column.seen_by_refit));
  }
  table.add_row(cells);
}

std::string condition_html(const std::string& name, bool holds, const std::string& claim,
                           const std::string& meaning) {
  return fmt::format("<li class=\"{}\"><strong>{} {}</strong>: {}. <span class=\"quiet\">{}</span></li>\n",
                     holds ? "holds" : "fails", name, holds ? "holds" : "does not hold", claim, meaning);
}

std::string small_number(double value) {
  return fmt::format("{:.3g}", value);
}

std::string bound_words(const Certificate& c) {
  return fmt::format(
      "<p>f(λ, β) is the regularized training loss of these weights; φ(λ) is the lowest that any weights can "
      "reach at the same λ. φ̂ models what training like that of the candidates reaches. <strong>f = {} is "
      "within {} of what φ̂ expects.</strong> The bound is z·ŝ + |φ̂ − f| with φ̂ = {}, ŝ = {} and z = {:g}; it "
      "needs neither of the conditions below. It is an estimate without a probability: longer training may "
      "reach less, and <code>gbho check-certificate</code> measures how often φ̂ ± zŝ holds.</p>\n",
      loss_text(c.f), loss_text(c.bound), loss_text(c.phi_hat), small_number(c.s_hat), c.z);
}

std::string conditions_words(const Certificate& c) {
  const double gap = std::abs(c.phi_hat - c.f);
  std::string text = "<ul class=\"conditions\">\n";
  text += condition_html(
      "C1", c.c1,
      fmt::format("ŝ = {} is {} δ = {:g}", small_number(c.s_hat), c.c1 ? "at most" : "above", c.delta),
      c.c1 ? "The model knows φ well at this λ." : "The model is unsure of φ at this λ.");
  std::string meaning =
      c.c2              ? "The weights meet the model of φ."
      : c.f < c.phi_hat ? "The weights are better than the solves that φ̂ was fitted to: those stopped early."
                        : "The weights do not solve the lower level as well as the solves do.";
  text += condition_html(
      "C2", c.c2,
      fmt::format("|φ̂ − f| = {} is {} ε = {:g}", small_number(gap), c.c2 ? "at most" : "above", c.epsilon),
      meaning);
  if (std::isfinite(c.phi_upper_bound)) {
    text += fmt::format(
        "<li class=\"holds\"><strong>For certain</strong>: φ ≤ {}. <span class=\"quiet\">Every trained model "
        "bounds φ from above; this needs no probability.</span></li>\n",
        loss_text(c.phi_upper_bound));
  }
  return text + fmt::format("<li class=\"{}\"><strong>{}</strong>: {}</li>\n</ul>\n",
                            c.verified ? "holds" : "fails", c.verified ? "Verified" : "Not verified",
                            c.verified
                                ? "code that shares nothing with the one that made the certificate "
                                  "recomputed it from its evidence and came to the same numbers."
                                : "recomputing it from its evidence gave other numbers. Do not rely on it.");
}

constexpr const char* kNotSaid =
    "<p class=\"quiet\">It says how nearly these weights solve the lower level, nothing about the test loss. "
    "φ̂ "
    "is fitted to what the solver reached: if all solves stop early alike, φ̂ lies above φ. Verified means "
    "that "
    "the arithmetic is right, not that the Gaussian process is.</p>\n";

}  // namespace

std::string study_models(const StudyView& view) {
  if (!view.summary) return "";
  const Summary& summary = *view.summary;
  if (!summary.joint && !summary.consistent && !summary.refit) return "";
  std::vector<HtmlTable::Column> headings = {{"model", Align::kText},
                                             {"weights have seen", Align::kText},
                                             {"train loss"},
                                             {"validation loss"},
                                             {"test loss"}};
  const std::vector<ScoreColumn> columns = score_columns(summary);
  for (const ScoreColumn& column : columns) headings.push_back({column.part + " " + column.name});
  HtmlTable table(headings);
  add_model_row(table, columns, "joint", "train and validation, together", true, summary.joint);
  const bool folds = summary.data.folds > 0;
  add_model_row(table, columns, "consistent", folds ? "the other folds" : "train", false, summary.consistent);
  add_model_row(table, columns, "refit", folds ? "all rows" : "train and validation", true, summary.refit);
  add_model_row(table, columns, "bag", "the other folds", false, summary.bag);
  std::string text = table.str();
  if (summary.bag) text += "<p>" + html_text(take_home_text(summary)) + "</p>\n";
  text += fmt::format(
      "<p>{} Numbers in <span class=\"seen\">italics</span> "
      "are "
      "on data that the model was trained on: no estimate of anything. λ* is the candidate with the lowest "
      "{} "
      "loss among consistent models. Test data selected nothing.</p>\n",
      html_text(loss_words(summary)), summary.data.selection > 0 ? "selection" : "validation");
  return html_section("models", "The models", text);
}

std::string study_certificate(const StudyView& view) {
  if (!view.summary || !view.summary->certificate) return "";
  const Certificate& certificate = *view.summary->certificate;
  std::string text =
      fmt::format("<p>It is about the weights of the <strong>{} model</strong>, at λ = ({}).</p>\n",
                  html_text(certificate.model), point_text(certificate.lambda));
  return html_section("certificate", "The certificate",
                      text + bound_words(certificate) + conditions_words(certificate) + kNotSaid);
}

}  // namespace gbho::inline internal
