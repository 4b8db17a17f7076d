#include <fmt/format.h>

#include "gbho/record/study_record.h"
#include "report/text/fitted_table.h"
#include "report/text/numbers.h"
#include "report/text/record_text.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

}  // namespace

std::string studies_text(const std::vector<StudyOverview>& studies, const TextStyle& style, size_t width) {
  constexpr size_t kShortestName = 12;
  FittedTable table({{"study", Align::kLeft, 0, kShortestName},
                     {"state", Align::kLeft, 0},
                     {"method", Align::kLeft, 3},
                     {"seed", Align::kRight, 4},
                     {"trials", Align::kRight, 2},
                     {"best", Align::kRight, 1},
                     {"time", Align::kRight, 5},
                     {"last change", Align::kLeft, 6}});
  constexpr size_t kToTheMinute = 16;  // "2026-11-15T22:01"
  for (const StudyOverview& study : studies) {
    std::string updated = study.updated.substr(0, kToTheMinute);
    if (updated.size() == kToTheMinute) updated[10] = ' ';
    table.add_row({study.name, study.state, study.method, std::to_string(study.seed),
                   count_text(study.trials), loss_text(study.best_criterion), time_text(study.seconds),
                   updated});
  }
  return table.str(style, 0, width);
}

}  // namespace gbho::inline internal
