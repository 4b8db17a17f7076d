#pragma once

#include <string>
#include <vector>

#include "gbho/study/compare.h"
#include "report/contest/statistics.h"

namespace gbho::inline internal {

/// One row of a contest's table: a contestant's runs, averaged.
struct ContestRow {
  std::string label;
  bool control = false;
  int64_t runs = 0;            ///< failed ones included
  int64_t failed = 0;          ///< runs that ended without a model
  std::vector<double> lambda;  ///< mean of λ*
  Statistic joint;             ///< test losses of the three models
  Statistic consistent;
  Statistic refit;
  Statistic validation;  ///< validation loss of the consistent model
  Statistic accuracy;    ///< test accuracy of the refit model
  Statistic auc;         ///< of two classes: its test AUC
  Statistic rmse;        ///< of a regression: its test error in the target's own units, and R²
  Statistic r2;
  Statistic f1;  ///< of finding wrong labels; without a count where no run was about that
  Statistic lower_solves;
  Statistic sample_gradients;
  Statistic seconds;
  Difference refit_difference;  ///< against the first row, seed by seed; none in the first row
  Difference validation_difference;
};

/// What contestants are judged by: one number of a run, lower is better.
using RunScore = double (*)(const Summary&);
double refit_test_loss(const Summary& run);
double consistent_validation_loss(const Summary& run);

/// Over the runs that have it.
Statistic mean_of(const Contestant& contestant, RunScore score);
/// Of a score, seed by seed, over the seeds that both have.
Difference difference_of(const Contestant& contestant, const Contestant& reference, RunScore score);

std::vector<ContestRow> contest_table(const std::vector<Contestant>& contestants);

/// A column of means, as every format shows it.
struct ContestColumn {
  enum class Kind { kLoss, kShare, kNumber, kCount, kSeconds };
  enum class Best { kUnranked, kLowest, kHighest };

  std::string key;      ///< in CSV and JSON
  std::string heading;  ///< for people
  Statistic ContestRow::*statistic;
  Kind kind = Kind::kLoss;
  Best best = Best::kUnranked;
};

/// Columns of quality, then of cost, which nobody is the best in. A regression has RMSE and R² instead of
/// accuracy; AUC is there for two classes, F1 where a run cleaned labels.
std::vector<ContestColumn> contest_columns(const std::vector<ContestRow>& rows);

/// Whether any run looked for wrong labels.
bool has_cleaning(const std::vector<ContestRow>& rows);
/// Whether the means of λ* can be read: those of a few.
bool has_few_lambdas(const std::vector<ContestRow>& rows);

/// The differences against the first row.
struct DifferenceColumn {
  std::string key;
  std::string heading;
  Difference ContestRow::*difference;
};
const std::vector<DifferenceColumn>& difference_columns();

/// "0.3288 ± 0.0008", "90.24 ± 0.10 %", "14", "1.5 s"; without the error where there is none; "-" for
/// nothing.
std::string statistic_text(const Statistic& statistic, ContestColumn::Kind kind);
/// "-0.0012 [-0.0034, 0.0010]"
std::string difference_text(const Difference& difference);

/// Whether this row has the best mean of a column, among the methods that have as many runs as any.
/// Controls do not compete, and nobody competes alone.
bool is_best(const std::vector<ContestRow>& rows, size_t row, const ContestColumn& column);

}  // namespace gbho::inline internal
