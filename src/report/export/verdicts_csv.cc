#include <string>

#include "gbho/report/report.h"
#include "report/text/csv_text.h"

namespace gbho {

std::string verdicts_csv(const CleanSummary& summary) {
  std::string text = csv_line({"row", "label", "suggested", "suspicion", "flagged"});
  for (const RowVerdict& verdict : summary.verdicts) {
    text += csv_line({std::to_string(verdict.row), verdict.label, verdict.suggested,
                      csv_number(verdict.suspicion), verdict.flagged ? "1" : "0"});
  }
  return text;
}

}  // namespace gbho
