#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html/html.h"
#include "report/html/report.h"
#include "report/html/study_view.h"
#include "report/numbers.h"
#include "report/summary_json.h"

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
  const std::string& text = !record.used.empty() || !summary ? record.used : summary->used;
  const auto parsed = nlohmann::ordered_json::parse(text, nullptr, false);
  if (parsed.is_object()) used = parsed;
}

size_t StudyView::shown_dimensions() const {
  return std::min(space.size(), kMostDimensions);
}

std::string dimension_title(const Dimension& dimension) {
  return "λ of " + dimension.name;
}

std::string counted(int64_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many.empty() ? one + "s" : many);
}

std::string study_report(const StudyRecord& record) {
  const StudyView view(record);
  Page page;
  page.title = record.overview.name + ": gbho report";
  page.body = study_heading(view) + study_answer(view) + study_warnings(view);
  page.body += study_models(view) + study_certificate(view) + study_trace(view, page);
  page.body += study_value_function(view, page) + study_trials(view, page) + study_convergence(view, page);
  page.body += study_parallel(view, page) + study_cost(view, page) + study_again(view);
  return page_html(page);
}

}  // namespace gbho
