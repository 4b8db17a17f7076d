#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "clean/clean_classes.h"
#include "clean/clean_input.h"
#include "clean/clean_values.h"
#include "clean/shown_rows.h"
#include "gbho/base/clock.h"
#include "gbho/base/version.h"
#include "gbho/clean/clean.h"
#include "study/describe_table.h"

namespace gbho {
namespace {

std::string describe_images(const LabelledImages& images) {
  const std::string classes = fmt::format("classification of {} classes", images.data.classes);
  if (images.height == 0) return fmt::format("{}: {} numbers each", classes, images.data.train.x.size(1));
  return fmt::format("{}: images of {} x {}{}", classes, images.height, images.width,
                     images.channels > 1 ? " in color" : "");
}

CleanSummary facts_of(const CleanInput& input, const CleanOptions& options) {
  CleanSummary summary;
  summary.table = std::filesystem::path(options.path).filename().string();
  summary.target = input.table ? input.table->schema.target : "";
  summary.task = to_string(input.task);
  summary.about = input.table ? describe_table(input.table->schema) : describe_images(*input.images);
  summary.ranking = options.ranking;
  summary.seed = static_cast<uint64_t>(options.seed);
  summary.rows = static_cast<int64_t>(input.rows());
  summary.trusted = CleanInput::count(input.trusted);
  summary.folds = options.folds;
  summary.version = version();
  constexpr int64_t kFewRows = 100;
  if (summary.rows < kFewRows) {
    summary.warnings.push_back(
        fmt::format("{} rows are few: models learn little from them, and estimates are rough", summary.rows));
  }
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
  if (!summary.interrupted) show_rows(input, summary);
  summary.seconds = clock.seconds();
  return summary;
}

}  // namespace gbho
