#include "serve/content.h"

#include <fmt/format.h>

#include "report/html/html.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Align = HtmlTable::Align;

std::string moment_text(const std::string& time) {
  constexpr size_t kToTheSecond = 19;  // "2026-11-15T22:01:02"
  std::string text = time.substr(0, kToTheSecond);
  if (text.size() == kToTheSecond) text[10] = ' ';
  return text;
}

std::string state_html(const std::string& state) {
  return fmt::format("<span class=\"state {0}\">{0}</span>", html_text(state));
}

std::string where_it_stands(const ListEntry& entry) {
  if (entry.study.overview.state != "running" || !entry.live) return "";
  const Progress& progress = entry.live->progress;
  return fmt::format("{} <progress max=\"1\" value=\"{:.3f}\"></progress>", html_text(progress.phase),
                     progress.fraction);
}

void take_charts(Page&& page, Content& content) {
  content.charts = std::move(page.charts);
}

}  // namespace

std::string trouble_html(const std::string& message) {
  return message.empty() ? "" : fmt::format("<p class=\"note trouble\">{}</p>\n", html_text(message));
}

Content list_content(const std::vector<ListEntry>& studies, const std::string& store) {
  Content content;
  content.title = "Studies: gbho";
  HtmlTable table({{"study", Align::kText},
                   {"state", Align::kText},
                   {"now", Align::kText},
                   {"method", Align::kText},
                   {"trials"},
                   {"best"},
                   {"time"},
                   {"last change", Align::kText}});
  for (const ListEntry& entry : studies) {
    const StudyOverview& study = entry.study.overview;
    table.add_row({fmt::format("<a href=\"/study/{}\">{}</a>", entry.study.id, html_text(study.name)),
                   state_html(study.state), where_it_stands(entry), html_text(study.method),
                   count_text(study.trials), loss_text(study.best_criterion), time_text(study.seconds),
                   html_text(moment_text(study.updated))});
  }
  const std::string heading =
      fmt::format("<header>\n<p class=\"eyebrow\">{}</p>\n<h1>Studies</h1>\n</header>\n", html_text(store));
  content.parts = {
      {"heading", heading},
      {"trouble", ""},
      {"list", studies.empty() ? "<section><p>There are no studies here yet: <code>gbho tune</code> "
                                 "begins one, and it shows up by itself.</p></section>\n"
                               : "<section>\n" + table.str() + "</section>\n"}};
  return content;
}

Content live_content(const StudyView& view, const std::optional<LiveState>& live, bool control) {
  Page page;
  Content content;
  content.parts = {{"now", now_html(view, live, control)}, {"training", training_html(live, page)}};
  take_charts(std::move(page), content);
  if (!content.charts.contains("training")) content.charts["training"] = nullptr;
  return content;
}

Content study_content(const StudyView& view, const std::optional<LiveState>& live, size_t first,
                      bool control) {
  Page page;
  Content content;
  content.title = view.record.overview.name + ": gbho";
  content.parts = {{"heading", study_heading(view)},
                   {"trouble", ""},
                   {"now", now_html(view, live, control)},
                   {"enqueue", enqueue_html(view, control)},
                   {"enqueued", study_enqueued(view)},
                   {"answer", study_answer(view)},
                   {"certified", certificate_so_far_html(view)},
                   {"training", training_html(live, page)},
                   {"warnings", study_warnings(view)},
                   {"predictions", study_predictions(view, page)},
                   {"columns", study_columns(view, page)},
                   {"use", study_use(view)},
                   {"trials", study_trials(view, page)},
                   {"paths", paths_html(view, page)},
                   {"trace", study_trace(view, page)},
                   {"models", study_models(view)},
                   {"parallel", study_parallel(view, page)},
                   {"theory", study_theory(view, page)},
                   {"convergence", study_convergence(view, page)},
                   {"cost", study_cost(view, page)},
                   {"again", study_again(view)}};
  for (size_t i = first; i < view.record.trials.size(); ++i) {
    if (is_drawn(view, view.record.trials[i])) content.rows.push_back(trial_row(view, view.record.trials[i]));
  }
  take_charts(std::move(page), content);
  return content;
}

}  // namespace gbho::inline internal
