#include "study/weigh_sources.h"

#include <algorithm>
#include <utility>

#include "study/fold_problems.h"
#include "study/jury.h"
#include "study/linear_lens.h"
#include "study/paired_gain.h"
#include "study/source_search.h"
#include "study/weighed_rows.h"

namespace gbho::inline internal {
namespace {

// Penalties of the lens: steps along the range.
constexpr int kLensPenalties = 8;

SourceRows source_rows(const PreparedStudy& prepared) {
  const TableData& table = *prepared.table;
  SourceRows rows;
  rows.of_row = table.row_sources;
  rows.count.assign(table.sources.size(), 0);
  for (const int64_t source : rows.of_row) ++rows.count[static_cast<size_t>(source)];
  const std::vector<std::string>& judges = prepared.study.options.data.judges;
  if (judges.empty()) return rows;
  for (const std::string& name : table.sources)
    rows.judges.push_back(std::find(judges.begin(), judges.end(), name) != judges.end());
  return rows;
}

// With parts of numbers, where there are any: a linear model of them bends.
FoldedProblem lens_problem(const FoldedData& data) {
  Hyperparameter weights = usual_hyperparameter("example_weight");
  weights.name = "source";
  weights.per = "source";
  return folds_of(data.binned ? *data.binned : data, linear_model(), {linear_penalty(), weights});
}

std::vector<double> lens_penalties() {
  const Hyperparameter l2 = linear_penalty();
  std::vector<double> penalties;
  penalties.reserve(kLensPenalties);
  for (int k = 0; k < kLensPenalties; ++k)
    penalties.push_back(l2.low + (l2.high - l2.low) * k / (kLensPenalties - 1));
  return penalties;
}

// Rows of judges, or of sources that keep their weight.
std::vector<bool> rows_that_count(const SourceRows& rows, const std::vector<double>& weights) {
  std::vector<bool> kept;
  kept.reserve(rows.of_row.size());
  for (const int64_t source : rows.of_row) {
    const auto s = static_cast<size_t>(source);
    kept.push_back(rows.judges.empty() ? weights[s] >= kKeepsWeight : rows.judges[s]);
  }
  return kept;
}

bool every_fold_has_rows(const FoldedProblem& problem) {
  return std::all_of(problem.folds.begin(), problem.folds.end(),
                     [](const NetworkProblem& fold) { return !fold.validation.empty(); });
}

/// The weights on trial: models of the study's own kind, with them and without.
class SourceTrial {
 public:
  SourceTrial(PreparedStudy& prepared, MethodContext& context, const SourceSearch& search,
              const SourceRows& rows)
      : prepared_(prepared),
        context_(context),
        search_(search),
        judged_(with_changes(*prepared.folded, [&](FoldedProblem& problem, bool) {
          keep_validation_rows(rows_that_count(rows, search.weights()), problem);
        })) {}

  // A fold's networks are weighed without its rows, so that its rows can tell what that is worth.
  Gain gain() {
    if (!every_fold_has_rows(judged_)) return {};
    const JuryAnswer equal = ask_jury(context_, judged_);
    if (equal.losses.empty()) return {};
    const JuryAnswer weighed = ask_jury(context_, weighed_problem());
    return weighed.losses.empty() ? Gain{} : paired_gain(equal.losses, weighed.losses);
  }

  void apply() {
    prepared_.folded = weighed_problem();
    prepared_.problem = prepared_.folded->whole;
  }

 private:
  FoldedProblem weighed_problem() const {
    SourceWeights weights = {{}, search_.weights()};
    for (int64_t k = 0; k < judged_.fold_count(); ++k) weights.folds.push_back(search_.weights_without(k));
    return with_changes(
        judged_, [&](FoldedProblem& problem, bool) { weigh_sources(*prepared_.folds, weights, problem); });
  }

  PreparedStudy& prepared_;
  MethodContext& context_;
  const SourceSearch& search_;
  FoldedProblem judged_;  ///< rows of sources that lose their weight are not validated on
};

SourceRecord record_of(const PreparedStudy& prepared, const SourceSearch& search) {
  SourceRecord record;
  record.column = prepared.study.options.data.source;
  record.judges = prepared.study.options.data.judges;
  record.measure = prepared.folded->whole.level.train.regression() ? "absolute" : "brier";
  const std::vector<std::string>& names = prepared.table->sources;
  for (size_t s = 0; s < names.size(); ++s) {
    record.sources.push_back(search.describe(static_cast<int64_t>(s)));
    record.sources.back().name = names[s];
  }
  return record;
}

// Nothing is called harmful that models of the study's own kind are not clearly better without.
SourceRecord without_harm(SourceRecord record) {
  for (SourceWeight& source : record.sources) source.harms = false;
  return record;
}

}  // namespace

std::optional<SourceRecord> weigh_table_sources(PreparedStudy& prepared, MethodContext& context) {
  const SourceRows rows = source_rows(prepared);
  const FoldedProblem problem = lens_problem(*prepared.folds);
  LinearLens lens(context, problem);
  SourceSearch search(lens, rows, lens_penalties());
  context.begin_phase("weighing sources", 1);
  if (!search.run()) return std::nullopt;
  context.end_phase();
  SourceRecord record = record_of(prepared, search);
  const std::vector<double>& weights = search.weights();
  const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
  if (*least == 1 || *most < kKeepsWeight) return without_harm(record);
  SourceTrial trial(prepared, context, search, rows);
  record.gain = trial.gain();
  if (context.stop_requested()) return std::nullopt;
  record.used = record.gain.beyond_error();
  if (record.used) trial.apply();
  return record.gain.gain > kClearErrors * record.gain.error ? record : without_harm(record);
}

}  // namespace gbho::inline internal
