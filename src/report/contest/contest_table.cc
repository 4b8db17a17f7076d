#include "report/contest/contest_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text/hyperparameter_blocks.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Kind = ContestColumn::Kind;
using Best = ContestColumn::Best;

double joint_test_loss(const Summary& run) {
  return run.joint ? run.joint->test_loss : kNone;
}
double consistent_test_loss(const Summary& run) {
  return run.consistent ? run.consistent->test_loss : kNone;
}
double refit_test_accuracy(const Summary& run) {
  return run.refit ? run.refit->test_accuracy : kNone;
}
double refit_test_auc(const Summary& run) {
  return run.refit ? run.refit->test_auc : kNone;
}
double refit_test_rmse(const Summary& run) {
  return run.refit ? run.refit->test_rmse : kNone;
}
double refit_test_r2(const Summary& run) {
  return run.refit ? run.refit->test_r2 : kNone;
}
double cleaning_f1(const Summary& run) {
  return run.cleaning ? run.cleaning->f1 : kNone;
}
double lower_solves(const Summary& run) {
  return static_cast<double>(run.ledger.lower_solves);
}
double sample_gradients(const Summary& run) {
  return static_cast<double>(run.ledger.sample_gradients);
}
double seconds(const Summary& run) {
  return run.seconds;
}

// A failed run has spent something too, but how much is not known.
Statistic mean_cost(const Contestant& contestant, RunScore score) {
  std::vector<double> values;
  for (const Summary& run : contestant.runs) {
    if (run.termination != Termination::kFailed) values.push_back(score(run));
  }
  return statistic(values);
}

std::vector<double> mean_lambda(const Contestant& contestant) {
  std::vector<double> sum;
  double count = 0;
  for (const Summary& run : contestant.runs) {
    if (run.lambda.empty()) continue;
    sum.resize(run.lambda.size(), 0);
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += run.lambda[k];
    ++count;
  }
  for (double& value : sum) value /= count;
  return sum;
}

ContestRow row_of(const Contestant& contestant, const Contestant& first) {
  ContestRow row;
  row.label = contestant.label;
  row.control = contestant.control;
  row.runs = static_cast<int64_t>(contestant.runs.size());
  row.failed = std::count_if(contestant.runs.begin(), contestant.runs.end(),
                             [](const Summary& run) { return run.termination == Termination::kFailed; });
  row.lambda = mean_lambda(contestant);
  row.joint = mean_of(contestant, joint_test_loss);
  row.consistent = mean_of(contestant, consistent_test_loss);
  row.refit = mean_of(contestant, refit_test_loss);
  row.validation = mean_of(contestant, consistent_validation_loss);
  row.accuracy = mean_of(contestant, refit_test_accuracy);
  row.auc = mean_of(contestant, refit_test_auc);
  row.rmse = mean_of(contestant, refit_test_rmse);
  row.r2 = mean_of(contestant, refit_test_r2);
  row.f1 = mean_of(contestant, cleaning_f1);
  row.lower_solves = mean_cost(contestant, lower_solves);
  row.sample_gradients = mean_cost(contestant, sample_gradients);
  row.seconds = mean_cost(contestant, seconds);
  if (&contestant == &first) return row;
  row.refit_difference = difference_of(contestant, first, refit_test_loss);
  row.validation_difference = difference_of(contestant, first, consistent_validation_loss);
  return row;
}

std::string with_error(double mean, double error, int digits, const char* unit) {
  return std::isfinite(error) ? fmt::format("{:.{}f} ± {:.{}f}{}", mean, digits, error, digits, unit)
                              : fmt::format("{:.{}f}{}", mean, digits, unit);
}

// So many that four digits of the mean are shown.
int shown_digits(double mean) {
  constexpr int kMost = 6;
  if (!(std::abs(mean) > 0)) return kMost;
  return std::clamp(3 - static_cast<int>(std::floor(std::log10(std::abs(mean)))), 0, kMost);
}

// A mean of counts need not be whole, which matters for small ones.
std::string mean_count_text(double mean) {
  constexpr double kLarge = 1000;
  const bool whole = mean == std::floor(mean);
  return whole || mean >= kLarge ? count_text(std::llround(mean)) : fmt::format("{:.1f}", mean);
}

}  // namespace

double consistent_validation_loss(const Summary& run) {
  return run.consistent ? run.consistent->validation_loss : kNone;
}
double refit_test_loss(const Summary& run) {
  return run.refit ? run.refit->test_loss : kNone;
}

Statistic mean_of(const Contestant& contestant, RunScore score) {
  std::vector<double> values;
  for (const Summary& run : contestant.runs) values.push_back(score(run));
  return statistic(values);
}

// Runs are paired by their seeds: a contest that was interrupted has some that others lack.
Difference difference_of(const Contestant& contestant, const Contestant& reference, RunScore score) {
  std::vector<double> values;
  std::vector<double> references;
  for (const Summary& run : contestant.runs) {
    const auto twin = std::find_if(reference.runs.begin(), reference.runs.end(),
                                   [&](const Summary& other) { return other.seed == run.seed; });
    if (twin == reference.runs.end()) continue;
    values.push_back(score(run));
    references.push_back(score(*twin));
  }
  return paired_difference(values, references);
}

std::vector<ContestRow> contest_table(const std::vector<Contestant>& contestants) {
  std::vector<ContestRow> rows;
  rows.reserve(contestants.size());
  for (const Contestant& contestant : contestants) rows.push_back(row_of(contestant, contestants.front()));
  return rows;
}

bool has_cleaning(const std::vector<ContestRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ContestRow& row) { return row.f1.count > 0; });
}

namespace {

bool any_row_has(const std::vector<ContestRow>& rows, Statistic ContestRow::*statistic) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const ContestRow& row) { return (row.*statistic).count > 0; });
}

}  // namespace

bool has_few_lambdas(const std::vector<ContestRow>& rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [](const ContestRow& row) { return row.lambda.size() <= kMostHyperparameterRows; });
}

std::vector<ContestColumn> contest_columns(const std::vector<ContestRow>& rows) {
  std::vector<ContestColumn> columns = {
      {"joint_test_loss", "joint test loss", &ContestRow::joint, Kind::kLoss, Best::kLowest},
      {"consistent_test_loss", "consistent test loss", &ContestRow::consistent, Kind::kLoss, Best::kLowest},
      {"refit_test_loss", "refit test loss", &ContestRow::refit, Kind::kLoss, Best::kLowest},
      {"consistent_validation_loss", "consistent validation loss", &ContestRow::validation, Kind::kLoss,
       Best::kLowest}};
  if (any_row_has(rows, &ContestRow::rmse)) {
    columns.push_back(
        {"refit_test_rmse", "refit test RMSE", &ContestRow::rmse, Kind::kNumber, Best::kLowest});
    columns.push_back({"refit_test_r2", "refit test R²", &ContestRow::r2, Kind::kLoss, Best::kHighest});
  } else {
    columns.push_back(
        {"refit_test_accuracy", "refit test accuracy", &ContestRow::accuracy, Kind::kShare, Best::kHighest});
  }
  if (any_row_has(rows, &ContestRow::auc)) {
    columns.push_back({"refit_test_auc", "refit test AUC", &ContestRow::auc, Kind::kLoss, Best::kHighest});
  }
  if (has_cleaning(rows)) {
    columns.push_back({"cleaning_f1", "F1", &ContestRow::f1, Kind::kShare, Best::kHighest});
  }
  const std::vector<ContestColumn> cost = {
      {"lower_solves", "lower-level solves", &ContestRow::lower_solves, Kind::kCount, Best::kUnranked},
      {"sample_gradients", "sample-gradients", &ContestRow::sample_gradients, Kind::kCount, Best::kUnranked},
      {"seconds", "time", &ContestRow::seconds, Kind::kSeconds, Best::kUnranked}};
  columns.insert(columns.end(), cost.begin(), cost.end());
  return columns;
}

const std::vector<DifferenceColumn>& difference_columns() {
  static const std::vector<DifferenceColumn> columns = {
      {"refit_test_loss_difference", "refit test loss", &ContestRow::refit_difference},
      {"consistent_validation_loss_difference", "consistent validation loss",
       &ContestRow::validation_difference}};
  return columns;
}

std::string statistic_text(const Statistic& statistic, Kind kind) {
  if (statistic.count == 0) return "-";
  switch (kind) {
    case Kind::kLoss:
      return with_error(statistic.mean, statistic.error, 4, "");
    case Kind::kNumber:
      return with_error(statistic.mean, statistic.error, shown_digits(statistic.mean), "");
    case Kind::kShare:
      return with_error(100 * statistic.mean, 100 * statistic.error, 2, " %");
    case Kind::kCount:
      return mean_count_text(statistic.mean);
    case Kind::kSeconds:
      return time_text(statistic.mean);
  }
  return "-";
}

std::string difference_text(const Difference& difference) {
  if (difference.count == 0) return "-";
  if (!std::isfinite(difference.low)) return fmt::format("{:.4f}", difference.mean);
  return fmt::format("{:.4f} [{:.4f}, {:.4f}]", difference.mean, difference.low, difference.high);
}

bool is_best(const std::vector<ContestRow>& rows, size_t row, const ContestColumn& column) {
  int64_t most = 0;
  for (const ContestRow& other : rows) {
    if (!other.control) most = std::max(most, (other.*column.statistic).count);
  }
  const auto competes = [&](const ContestRow& other) {
    return !other.control && most > 0 && (other.*column.statistic).count == most;
  };
  if (column.best == Best::kUnranked || !competes(rows[row])) return false;
  const double sign = column.best == Best::kLowest ? 1 : -1;
  const double own = sign * (rows[row].*column.statistic).mean;
  return std::count_if(rows.begin(), rows.end(), competes) > 1 &&
         std::none_of(rows.begin(), rows.end(), [&](const ContestRow& other) {
           return competes(other) && sign * (other.*column.statistic).mean < own;
         });
}

}  // namespace gbho::inline internal
