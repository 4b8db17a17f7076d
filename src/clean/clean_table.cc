#include <algorithm>
#include <filesystem>

#include "clean/clean_classes.h"
#include "clean/clean_input.h"
#include "clean/clean_values.h"
#include "gbho/base/clock.h"
#include "gbho/base/version.h"
#include "gbho/clean/clean.h"
#include "study/describe_table.h"

namespace gbho {
namespace {

CleanSummary facts_of(const CleanInput& input, const CleanOptions& options) {
  CleanSummary summary;
  summary.table = std::filesystem::path(options.path).filename().string();
  summary.target = input.schema.target;
  summary.task = to_string(input.schema.task);
  summary.about = describe_table(input.schema);
  summary.ranking = options.ranking;
  summary.seed = static_cast<uint64_t>(options.seed);
  summary.rows = input.table.rows();
  summary.trusted = CleanInput::count(input.trusted);
  summary.folds = options.folds;
  summary.version = version();
  return summary;
}

bool more_suspicious(const RowVerdict& a, const RowVerdict& b) {
  if (a.trusted != b.trusted) return b.trusted;
  return a.suspicion != b.suspicion ? a.suspicion > b.suspicion : a.order > b.order;
}

}  // namespace

CleanSummary clean_table(const CleanOptions& options, const Callback& callback) {
  const Stopwatch clock;
  const CleanInput input = read_clean_input(options);
  CleanSummary summary = facts_of(input, options);
  if (summary.is_regression()) {
    clean_values(input, options, callback, summary);
  } else {
    clean_classes(input, options, callback, summary);
  }
  std::stable_sort(summary.verdicts.begin(), summary.verdicts.end(), more_suspicious);
  summary.seconds = clock.seconds();
  return summary;
}

}  // namespace gbho
