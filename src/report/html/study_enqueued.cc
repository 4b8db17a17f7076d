// λ that somebody has asked the run to train.

#include <fmt/format.h>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

// The loss that it gave, by the trial's number: trials are kept in their order.
double loss_of_trial(const StudyView& view, int64_t number) {
  const auto& trials = view.record.trials;
  const auto place = static_cast<size_t>(number);
  return place < trials.size() ? trials[place].evaluation.validation_loss : kNone;
}

}  // namespace

std::string study_enqueued(const StudyView& view) {
  if (view.record.enqueued.empty()) return "";
  HtmlTable table(
      {{"λ", HtmlTable::Align::kText}, {"since", HtmlTable::Align::kText}, {"trial"}, {"validation loss"}});
  for (const EnqueuedPoint& point : view.record.enqueued) {
    const std::string since = point.since.substr(0, point.since.find('.'));
    table.add_row({point_text(point.lambda), html_text(since),
                   point.trial ? count_text(*point.trial) : "waits",
                   point.trial ? loss_text(loss_of_trial(view, *point.trial)) : ""});
  }
  return html_section(
      "enqueued", "Enqueued",
      "<p>Candidates that somebody has asked for while the study went on.</p>\n" + table.str());
}

}  // namespace gbho::inline internal
