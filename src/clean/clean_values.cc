#include "clean/clean_values.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "clean/fenced_targets.h"
#include "clean/outlying.h"

namespace gbho::inline internal {
namespace {

bool is_flagged(const CleanInput& input, const OutlyingTargets& outlying, size_t i) {
  return outlying.suspicion[i] > 0.5 && !input.trusted[i];
}

std::vector<bool> without_flagged(const CleanInput& input, const OutlyingTargets& outlying) {
  std::vector<bool> believed(input.rows());
  for (size_t i = 0; i < input.rows(); ++i) believed[i] = !is_flagged(input, outlying, i);
  return believed;
}

// As exact as predictions are.
std::string suggestion(double said) {
  return fmt::format("{:.5g}", said);
}

void report(const CleanInput& input, const OutOfFold& answer, const OutlyingTargets& outlying,
            CleanSummary& summary) {
  double wrong_flagged = 0;
  summary.wrong = 0;
  for (size_t i = 0; i < input.rows(); ++i) {
    const auto row = static_cast<int64_t>(i);
    const std::string& label = input.labels[i];
    RowVerdict verdict = {row + 1, label, label, 0, false, input.trusted[i], 0};
    if (!verdict.trusted) {
      verdict.suspicion = outlying.suspicion[i];
      verdict.order = std::abs(input.targets[i] - answer.said[i] - outlying.center);
      verdict.flagged = is_flagged(input, outlying, i);
      summary.wrong += verdict.suspicion;
    }
    if (verdict.flagged) {
      verdict.suggested = suggestion(answer.said[i]);
      wrong_flagged += verdict.suspicion;
      ++summary.flagged;
    }
    summary.verdicts.push_back(verdict);
  }
  summary.typical_error = outlying.deviation;
  if (summary.flagged > 0) summary.precision = wrong_flagged / static_cast<double>(summary.flagged);
  if (summary.wrong > 0) summary.recall = wrong_flagged / summary.wrong;
}

// Of rows whose target is right, as far as anybody knows.
double rmse(const CleanInput& input, const OutOfFold& answer, const std::vector<bool>& rows) {
  double sum = 0;
  double count = 0;
  for (size_t i = 0; i < input.rows(); ++i) {
    if (!rows[i]) continue;
    sum += (input.targets[i] - answer.said[i]) * (input.targets[i] - answer.said[i]);
    count += 1;
  }
  return count > 0 ? std::sqrt(sum / count) : kNone;
}

void compare_passes(const CleanInput& input, const OutOfFold& first, const OutOfFold& last,
                    const OutlyingTargets& outlying, CleanSummary& summary) {
  if (summary.passes < 2) return;
  const bool on_trusted = summary.trusted > 0;
  const std::vector<bool> rows = on_trusted ? input.trusted : without_flagged(input, outlying);
  summary.loss_rows = on_trusted ? "trusted" : "not flagged";
  summary.loss_first = rmse(input, first, rows);
  summary.loss_last = rmse(input, last, rows);
}

}  // namespace

void clean_values(const CleanInput& input, const CleanOptions& options, const Callback& callback,
                  CleanSummary& summary) {
  std::vector<bool> believed(input.rows(), true);
  const std::vector<double> within = fenced(input.targets);
  OutOfFold first;
  OutOfFold answer;
  OutlyingTargets outlying;
  for (int64_t pass = 0; pass < options.passes; ++pass) {
    answer = ask_fold_models(input.court(believed, pass == 0 ? "networks" : "again"), input.study, callback);
    summary.interrupted = answer.interrupted;
    if (summary.interrupted) return;
    ++summary.passes;
    summary.models = answer.models;
    if (pass == 0) first = answer;
    outlying = outlying_targets(within, answer.said);
    const std::vector<bool> next = without_flagged(input, outlying);
    if (next == believed) break;  // would only say the same again
    believed = next;
  }
  report(input, answer, outlying, summary);
  compare_passes(input, first, answer, outlying, summary);
}

}  // namespace gbho::inline internal
