#include "study/select_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "study/column_search.h"
#include "study/jury.h"
#include "study/paired_gain.h"
#include "study/weighed_rows.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kMostStrengths = 1000;

std::vector<double> mean_strengths(const ColumnSearch& search) {
  std::vector<double> mean(search.strengths(0).size());
  for (int64_t k = 0; k < search.folds(); ++k) {
    for (size_t c = 0; c < mean.size(); ++c)
      mean[c] += search.strengths(k)[c] / static_cast<double>(search.folds());
  }
  return mean;
}

// A penalty of η^−q on weights is a shared one on weights of inputs that are multiplied by η^(q/2).
std::vector<double> scales_of(std::vector<double> strengths, double power) {
  for (double& strength : strengths) strength = std::pow(strength, power / 2);
  return strengths;
}

std::vector<ColumnStrength> columns_of(const ColumnSearch& search, const TableSchema& schema) {
  const std::vector<double> mean = mean_strengths(search);
  std::vector<ColumnStrength> columns;
  for (size_t c = 0; c < mean.size(); ++c) {
    if (!schema.columns[c].used()) continue;
    ColumnStrength own;
    own.name = schema.columns[c].name;
    own.strength = mean[c];
    own.penalty = std::pow(mean[c], -search.power());
    double squares = 0;
    for (int64_t k = 0; k < search.folds(); ++k) {
      own.folds.push_back(search.strengths(k)[c]);
      squares += (own.folds.back() - mean[c]) * (own.folds.back() - mean[c]);
    }
    const auto folds = static_cast<double>(search.folds());
    if (search.folds() > 1) own.error = std::sqrt(squares / (folds - 1) / folds);
    columns.push_back(std::move(own));
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const ColumnStrength& a, const ColumnStrength& b) { return a.strength > b.strength; });
  return columns;
}

}  // namespace

std::optional<ColumnSelection> select_columns(PreparedStudy& prepared, MethodContext& context) {
  const TableSchema& schema = prepared.table->schema;
  ColumnSearch search(context, *prepared.folds, static_cast<int64_t>(schema.columns.size()));
  context.begin_phase("penalties of columns", search.folds());
  if (!search.run()) return std::nullopt;
  context.end_phase();
  ColumnSelection record;
  record.power = search.power();
  record.columns = columns_of(search, schema);
  record.column_count = static_cast<int64_t>(record.columns.size());
  if (record.columns.size() > kMostStrengths) record.columns.resize(kMostStrengths);
  if (record.power == 0) return record;

  std::vector<std::vector<double>> scales;
  for (int64_t k = 0; k < search.folds(); ++k) scales.push_back(scales_of(search.strengths(k), record.power));
  scales.push_back(scales_of(mean_strengths(search), record.power));
  const JuryAnswer shared = ask_jury(context, *prepared.folded);
  FoldedProblem scaled = with_changes(*prepared.folded, [&](FoldedProblem& problem, bool binned) {
    scale_columns(*prepared.folds, scales, binned, problem);
  });
  const JuryAnswer own = ask_jury(context, scaled);
  if (context.stop_requested()) return std::nullopt;
  if (!shared.losses.empty() && !own.losses.empty()) record.gain = paired_gain(shared.losses, own.losses);
  record.used = record.gain.beyond_error();
  if (!record.used) return record;
  prepared.folded = std::move(scaled);
  prepared.problem = prepared.folded->whole;
  prepared.column_scales = std::move(scales);
  return record;
}

}  // namespace gbho::inline internal
