#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gbho/record/summary_json.h"
#include "report/html/html.h"
#include "report/html/report.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho {
namespace {

const Trial* best_trial(const std::vector<Trial>& trials) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (trial.partial || !trial.evaluation.usable()) continue;
    if (best == nullptr || trial.evaluation.criterion() < best->evaluation.criterion()) best = &trial;
  }
  return best;
}

}  // namespace

StudyView::StudyView(const StudyRecord& study) : record(study), space(study.space) {
  if (!record.summary.empty()) summary = summary_from_json(record.summary);
  if (space.empty() && summary) space = summary->space;
  iterations = record.iterations.empty() && summary ? summary->iterations : record.iterations;
  best = best_trial(record.trials);
  if (summary) {
    lambda = summary->lambda;
  } else if (best != nullptr) {
    lambda = best->evaluation.lambda;
  }
  const std::string& text = summary && !summary->used.empty() ? summary->used : record.used;
  const auto parsed = nlohmann::ordered_json::parse(text, nullptr, false);
  if (parsed.is_object()) used = parsed;
}

size_t StudyView::shown_dimensions() const {
  return std::min(space.size(), kMostDimensions);
}

std::string internal::dimension_title(const Dimension& dimension) {
  return "λ of " + dimension.name;
}

std::string internal::counted(int64_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many.empty() ? one + "s" : many);
}

// Folded: what few readers ask for. Its charts are drawn when it is opened.
std::string internal::study_theory(const StudyView& view, Page& page) {
  const std::string content = study_certificate(view) + study_value_function(view, page);
  if (content.empty()) return "";
  const Certificate& certificate = *view.summary->certificate;
  return html_fold("theory",
                   fmt::format("The certificate and the optimal value function: f is within {} of φ, {}",
                               loss_text(certificate.bound),
                               certificate.verified ? "verified" : "<strong>not verified</strong>"),
                   content);
}

std::string html_report(const StudyRecord& record) {
  const StudyView view(record);
  Page page;
  page.title = record.overview.name + ": gbho report";
  page.body = study_heading(view) + study_answer(view) + study_spread(view, page);
  page.body += study_warnings(view);
  page.body += study_predictions(view, page) + study_findings(view);
  page.body += study_columns(view, page) + study_use(view);
  page.body += study_trials(view, page) + study_enqueued(view) + study_trace(view, page) + study_models(view);
  page.body += study_parallel(view, page) + study_theory(view, page) + study_convergence(view, page);
  page.body += study_cost(view, page) + study_again(view);
  page.trials = trials_json(view);
  return page_html(page);
}

}  // namespace gbho
