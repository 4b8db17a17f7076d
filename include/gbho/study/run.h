#pragma once

#include <memory>

#include "gbho/base/error.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/data/folds.h"
#include "gbho/run/callback.h"
#include "gbho/run/executor.h"
#include "gbho/run/method.h"
#include "gbho/run/result.h"
#include "gbho/study/stored_study.h"
#include "gbho/study/study.h"

namespace gbho {

/// A study with its data loaded, its model built and everything checked: nothing but training is left.
struct PreparedStudy {
  Study study;
  DataFacts data;
  NetworkProblem problem;               ///< with folds: of all rows
  std::optional<FoldedProblem> folded;  ///< with folds: what is searched
  std::optional<TableData> table;       ///< of a table: what its columns became
  std::unique_ptr<Method> method;
  torch::Tensor corrupted;  ///< [N], bool: training labels known to be wrong; undefined: nothing is known
  Executor* executor = nullptr;  ///< trains what can be spread over workers; null: everything is done here
  std::shared_ptr<const FoldedData> folds = {};  ///< where rows or columns may get weights of their own
  /// What networks read of each column is multiplied by: for every fold, then for all rows. Empty: 1.
  std::vector<std::vector<double>> column_scales = {};

  /// What the method is given.
  const Problem& searched() const {
    if (folded) return *folded;
    return problem;
  }
};

/// A run came to its end, or was left in good order, and then its result could not be kept. Here it is.
class NotKept : public StoreError {
 public:
  NotKept(const StoreError& why, Result made)
      : StoreError(why), result_(std::make_shared<const Result>(std::move(made))) {}
  const Result& result() const { return *result_; }

 private:
  std::shared_ptr<const Result> result_;
};

/// Throws ConfigError or DataError.
PreparedStudy prepare(const Study& study);

/// JSON: every option that has a part in the run, with what the method makes of those that are left to it.
std::string used_json(const PreparedStudy& prepared);

/// How a study's run goes about it.
TuneOptions tune_options(const StudyOptions& options);

/// Trains. Throws RunError when no candidate could be trained.
Result run(PreparedStudy& prepared, const Callback& callback = {});

/// The same for a study that is kept: what an earlier attempt has done is not done again. When it returns, or
/// throws, the store says how the run has ended; when that cannot be written, it throws NotKept.
Result run(PreparedStudy& prepared, StoredStudy& stored, const Callback& callback = {});

/// Takes up a study where it was left, and runs it to its end. Throws StoreError when it has ended already,
/// or cannot go on here.
Result resume(StoredStudy& stored, const Runtime& runtime = {}, const Callback& callback = {});

}  // namespace gbho
