#include "run/importance.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gbho/run/journal.h"
#include "run/column_shuffle.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

// What bounds the cost: rows, columns and permutations that are tried; docs/report.md says the same.
constexpr int64_t kMostShuffledRows = 2000;
constexpr int64_t kMostShuffledColumns = 100;
constexpr int64_t kMostShuffles = 5;
constexpr int64_t kMostShuffledCells = 200000;  // rows × columns × permutations

struct Effort {
  std::vector<int64_t> columns;
  int64_t permutations = 1;
};

// A bag's parts by family; else λ*'s own networks.
std::vector<Readers> readers_of(const FoldedProblem& problem, const Result& result) {
  const std::optional<BagRecord>& bag = result.summary.bag_record;
  if (!bag || !bag->take_home) return {{&problem, result.weights.consistent, {1.0}}};
  std::vector<Readers> readers;
  for (const BagPart& part : result.weights.bag) {
    const FoldedProblem* family = &problem.family(part.family);
    auto own = std::find_if(readers.begin(), readers.end(),
                            [&](const Readers& one) { return one.problem == family; });
    if (own == readers.end()) {
      readers.push_back({family, part.weights, {part.share}});
      continue;
    }
    own->shares.push_back(part.share);
    for (size_t p = 0; p < own->weights.size(); ++p)
      own->weights[p] = torch::cat({own->weights[p], part.weights[p]});
  }
  return readers;
}

Effort effort_for(const ColumnShuffle& shuffle) {
  Effort effort;
  effort.columns = shuffle.columns_by_weight();
  if (static_cast<int64_t>(effort.columns.size()) > kMostShuffledColumns)
    effort.columns.resize(static_cast<size_t>(kMostShuffledColumns));
  const auto count = static_cast<int64_t>(effort.columns.size());
  effort.permutations = std::clamp<int64_t>(kMostShuffledCells / std::max<int64_t>(1, shuffle.rows() * count),
                                            1, kMostShuffles);
  return effort;
}

double mean_of_rows(const std::vector<double>& losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(losses.size());
}

// A root of means has the error of the mean that it is linear in, nearby.
ColumnImportance importance_of(const ColumnShuffle& shuffle, const std::vector<double>& without) {
  const std::vector<double>& with = shuffle.losses();
  const double before = mean_of_rows(with);
  const double after = mean_of_rows(without);
  const bool root = shuffle.regression();
  const auto slope = [&](double mean) {
    return !root ? 1.0 : mean > 0 ? shuffle.unit() / (2 * std::sqrt(mean)) : 0.0;
  };
  ColumnImportance importance;
  importance.rise = root ? shuffle.unit() * (std::sqrt(after) - std::sqrt(before)) : after - before;
  const auto count = static_cast<double>(with.size());
  const double moved = slope(after) * after - slope(before) * before;
  double squares = 0;
  for (size_t i = 0; i < with.size(); ++i) {
    const double own = slope(after) * without[i] - slope(before) * with[i] - moved;
    squares += own * own;
  }
  if (count > 1) importance.error = std::sqrt(squares / (count - 1) / count);
  return importance;
}

// One row for each column: its number, the rise, its error. Nothing when interrupted.
std::optional<torch::Tensor> measured(MethodContext& context, const ColumnShuffle& shuffle,
                                      const Effort& effort) {
  const auto count = static_cast<int64_t>(effort.columns.size());
  torch::Tensor table = torch::empty({count, 3}, torch::kFloat64);
  for (int64_t c = 0; c < count; ++c) {
    const int64_t column = effort.columns[static_cast<size_t>(c)];
    const ColumnImportance own = importance_of(shuffle, shuffle.losses_without(column, effort.permutations));
    table[c][0] = static_cast<double>(column);
    table[c][1] = own.rise;
    table[c][2] = own.error;
    if (!context.report_phase(static_cast<double>(c + 1) / static_cast<double>(count))) return std::nullopt;
  }
  return table;
}

ImportanceRecord record_of(const torch::Tensor& table, const std::vector<std::string>& names) {
  ImportanceRecord record;
  for (int64_t c = 0; c < table.size(0); ++c) {
    const auto* row = table.data_ptr<double>() + 3 * c;
    record.columns.push_back({names[static_cast<size_t>(row[0])], row[1], row[2]});
  }
  std::stable_sort(record.columns.begin(), record.columns.end(),
                   [](const ColumnImportance& a, const ColumnImportance& b) { return a.rise > b.rise; });
  return record;
}

}  // namespace

void measure_importance(MethodContext& context, Result& result) {
  const FoldedProblem* folded = context.problem().folded();
  if (folded == nullptr || folded->columns.names.empty()) return;
  context.begin_phase("importance", 1);
  const ColumnShuffle shuffle(readers_of(*folded, result),
                              std::max<int64_t>(1, kMostShuffledRows / folded->fold_count()), context.seed(),
                              context.options().runtime, context.ledger());
  const Effort effort = effort_for(shuffle);
  Work work;
  work.kind = "importance";
  work.input = work_input(torch::tensor(result.summary.lambda, torch::kFloat64),
                          {shuffle.rows(), static_cast<int64_t>(effort.columns.size()), effort.permutations});
  const bool done = context.once(work, [&](const Continuation& /*continuation*/) {
    const std::optional<torch::Tensor> table = measured(context, shuffle, effort);
    if (table) work.result.add("importance", *table);
    return table.has_value();
  });
  Summary& summary = result.summary;
  if (!done) {
    summary.termination = Termination::kInterrupted;
    summary.message = "stopped before the importance of the columns was known; the models are there";
    return;
  }
  context.end_phase();
  const bool root = shuffle.regression();
  const double loss = mean_of_rows(shuffle.losses());
  ImportanceRecord record = record_of(work.result.tensor("importance").contiguous(), folded->columns.names);
  record.model = summary.bag_record && summary.bag_record->take_home ? "bag" : "consistent";
  record.measure = root ? "rmse" : "log_loss";
  record.measured = root ? shuffle.unit() * std::sqrt(loss) : loss;
  record.rows = shuffle.rows();
  record.permutations = effort.permutations;
  record.left_out = static_cast<int64_t>(shuffle.columns_by_weight().size() - effort.columns.size());
  summary.importance = std::move(record);
}

}  // namespace gbho::inline internal
