#include "gbho/report/report.h"

#include <fmt/format.h>

#include <cmath>

#include "report/contest/contest.h"
#include "report/text/clean_text.h"
#include "report/text/numbers.h"
#include "report/text/record_text.h"
#include "report/text/summary_text.h"

namespace gbho {
namespace {

std::string losses_text(const std::string& role, const ModelScores& scores) {
  return fmt::format("; {} {} validation, {} test", role, loss_text(scores.validation_loss),
                     loss_text(scores.test_loss));
}

}  // namespace

std::string brief_report(const Summary& summary) {
  std::string text = fmt::format("{}{}{}, seed {}: {}", summary.study, summary.study.empty() ? "" : ", ",
                                 summary.method, summary.seed, to_string(summary.termination));
  if (!summary.lambda.empty()) text += "; λ* = " + point_text(summary.lambda);
  if (summary.consistent) text += losses_text("consistent", *summary.consistent);
  if (summary.refit) text += "; refit " + loss_text(summary.refit->test_loss) + " test";
  if (summary.refit && std::isfinite(summary.refit->test_rmse)) {
    text += fmt::format(", RMSE {}", number_text(summary.refit->test_rmse));
  }
  return text + fmt::format("; {} lower-level solves, {}\n", summary.ledger.lower_solves,
                            time_text(summary.seconds));
}

std::string full_report(const Summary& summary) {
  return summary_text(summary);
}

std::string full_report(const StudyRecord& record) {
  return record_text(record);
}

std::string full_report(const Contest& contest) {
  return contest_text(contest);
}

std::string full_report(const CleanSummary& summary) {
  return clean_text(summary);
}

}  // namespace gbho
