#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/record/bag.h"
#include "gbho/record/certificate.h"
#include "gbho/record/dimension.h"
#include "gbho/record/iteration.h"
#include "gbho/record/ledger.h"
#include "gbho/record/number.h"
#include "gbho/record/parameter.h"
#include "gbho/record/pilot.h"
#include "gbho/record/prediction_record.h"
#include "gbho/record/refit_check.h"
#include "gbho/record/runtime.h"
#include "gbho/record/scores.h"
#include "gbho/record/table_findings.h"
#include "gbho/record/table_record.h"
#include "gbho/record/trace_point.h"

namespace gbho {

/// How a run came to its end. A failed run has no models; only a contest records one, and goes on.
enum class Termination { kFinished, kBudget, kConverged, kStopped, kInterrupted, kNoModel, kFailed };
std::string to_string(Termination termination);

/// The data of a run, for the record.
struct DataFacts {
  std::string name;
  std::string checksum;
  int64_t train = 0;
  int64_t validation = 0;
  int64_t test = 0;
  int64_t selection = 0;
  int64_t folds = 0;       ///< 0: parts; 1: a share is held out for validation
  std::string about = {};  ///< of a table: what its columns and its target were taken for
  /// Of a regression: the target's name, and what it was standardized with.
  std::string target = {};
  double target_mean = kNone;
  double target_deviation = kNone;
};

/// Wrong training labels that a weight below one half gives away.
struct Cleaning {
  int64_t examples = 0;
  int64_t corrupted = 0;
  int64_t flagged = 0;  ///< with a weight below one half
  int64_t found = 0;    ///< of both
  double precision = kNone;
  double recall = kNone;
  double f1 = kNone;
};

/// What a phase of a run has cost.
struct PhaseCost {
  std::string name;
  double seconds = 0;
  int64_t lower_solves = 0;
  int64_t sample_gradients = 0;
};

/// Everything that happened in one run.
struct Summary {
  std::string study;
  std::string method;
  uint64_t seed = 0;
  std::string task;  ///< classification | regression; "" where the problem has no data
  Termination termination = Termination::kFinished;
  std::string message;
  std::vector<std::string> warnings;

  DataFacts data;
  std::vector<Dimension> space;
  std::vector<double> lambda;  ///< λ*; empty when the run was interrupted before any candidate was ready
  std::optional<ModelScores> joint;  ///< of the weights the method itself ends with, if it has any
  std::optional<ModelScores> consistent;
  std::optional<ModelScores> refit;
  std::optional<ModelScores> bag;         ///< with folds: the average of fold models of several candidates
  std::optional<BagRecord> bag_record;    ///< how it was chosen
  std::optional<RefitCheck> refit_check;  ///< of both, where a part of the data is left for it
  std::optional<TableRecord> table;       ///< of a table
  std::optional<PredictionRecord> out_of_fold;  ///< with folds: of the model to take home, as far as can be
  std::optional<ImportanceRecord> importance;   ///< of a table's columns
  std::optional<SourceRecord> sources;          ///< with data.source: what rows of each are worth
  std::optional<ColumnSelection> column_selection;  ///< with data.select_columns: the penalty of each column
  std::optional<DecisionRecord> decision;           ///< of a classification: how a class is decided on
  std::vector<Parameter> parameters;                ///< names and shapes of the weights

  PilotResult pilot;
  Ledger ledger;
  std::vector<PhaseCost> phases;  ///< in the order in which they were gone through
  double seconds = 0;
  double peak_rss_mb = 0;
  std::string engine;  ///< "fused/avx512", …
  Runtime runtime;
  std::optional<Certificate> certificate;
  std::vector<Iteration> iterations;
  std::vector<TracePoint> trace;
  std::optional<Cleaning> cleaning;

  std::string given;  ///< JSON: the study as written, with its overrides
  std::string used;   ///< JSON: the same with every default filled in
  std::string version;
  std::vector<std::string> seed_streams;  ///< names of the random streams drawn from the seed

  bool is_regression() const { return task == "regression"; }
};

}  // namespace gbho
