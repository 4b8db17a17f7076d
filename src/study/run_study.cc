#include "bilevel/build_problem.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/base/version.h"
#include "gbho/data/load.h"
#include "gbho/run/journal.h"
#include "gbho/run/tune.h"
#include "gbho/study/run.h"
#include "gbho/train/device.h"
#include "gbho/train/one_torch_thread.h"
#include "run/models.h"
#include "run/spread.h"
#include "study/cleaning.h"
#include "study/describe_columns.h"
#include "study/describe_table.h"
#include "study/fold_problems.h"
#include "study/piece_study.h"
#include "study/prelude.h"
#include "study/study_parts.h"
#include "study/take_home_model.h"
#include "train/elsewhere.h"
#include "train/request.h"

namespace gbho {
namespace {

DataFacts facts_of(const Dataset& data) {
  DataFacts facts;
  facts.name = data.name;
  facts.checksum = data.checksum;
  facts.train = data.train.size();
  facts.validation = data.validation.size();
  facts.test = data.test.size();
  facts.selection = data.selection.size();
  if (data.task == Task::kRegression) {
    facts.target = data.target_name;
    facts.target_mean = data.target_mean;
    facts.target_deviation = data.target_deviation;
  }
  return facts;
}

int64_t bins_of(const StudyOptions& options) {
  return options.bag.candidates == 0 || options.bag.binned == 0 ? 0 : options.bag.bins;
}

void take_folds(const StudyOptions& options, PreparedStudy& prepared) {
  FoldedData data = load_folds(options.data, static_cast<uint64_t>(options.seed), bins_of(options));
  prepared.data = facts_of(data.whole);
  prepared.data.folds = static_cast<int64_t>(data.folds.size());
  prepared.folded.emplace(folds_of(data, options.model, options.hyperparameters));
  FoldedProblem& folded = *prepared.folded;
  const bool selection = folded.space().size() > kMostWithoutSelection;
  if (selection) folded.keep_selection_parts(static_cast<uint64_t>(options.seed));
  for (const NetworkProblem& fold : folded.folds) prepared.data.selection += fold.selection.size();
  folded.families = families_of(options, data, selection);
  prepared.problem = folded.whole;
  if (!data.table) return;
  prepared.table = data.table;
  prepared.data.about = describe_table(prepared.table->schema);
  if (!options.data.source.empty() || options.data.select_columns || options.data.metric != "log_loss")
    prepared.folds = std::make_shared<const FoldedData>(std::move(data));
}

void take_parts(const StudyOptions& options, PreparedStudy& prepared) {
  Dataset data = load_dataset(options.data, static_cast<uint64_t>(options.seed));
  prepared.data = facts_of(data);
  prepared.corrupted = data.corrupted;
  prepared.problem = network_problem(std::move(data), options.model, options.hyperparameters);
}

PreparedStudy prepare_unchecked(const Study& study) {
  const StudyOptions& options = study.options;
  PreparedStudy prepared;
  prepared.study = study;
  if (options.data.is_folded()) {
    take_folds(options, prepared);
  } else {
    take_parts(options, prepared);
  }
  prepared.method = make_method(options);
  check_training({&prepared.problem.level, nullptr}, options.lower);
  check_refit_options(prepared.searched(), options.refit);
  prepared.method->check_problem(prepared.searched());
  prepared.method->settle(prepared.searched(), options.lower);
  return prepared;
}

void add_study(const PreparedStudy& prepared, Summary& summary) {
  summary.study = prepared.study.options.name;
  summary.data = prepared.data;
  summary.given = prepared.study.given;
  summary.used = used_json(prepared);
}

Result left_in_prelude(const PreparedStudy& prepared, const Prelude& prelude) {
  Result result;
  Summary& summary = result.summary;
  summary.method = prepared.method->name();
  summary.seed = static_cast<uint64_t>(prepared.study.options.seed);
  summary.space = prepared.searched().space().dimensions();
  summary.version = version();
  summary.termination = Termination::kInterrupted;
  summary.message = "stopped before the search: rows and columns were being weighed";
  add_study(prepared, summary);
  add_to(prelude, summary);
  return result;
}

Result run_with(PreparedStudy& prepared, const Callback& callback, Journal* journal) {
  const StudyOptions& options = prepared.study.options;
  const Prelude prelude = run_prelude(prepared, callback, journal);
  if (prelude.interrupted) return left_in_prelude(prepared, prelude);
  // What was not read from a study file, and what was found out here, cannot be told to workers.
  const bool told = !prepared.study.file.empty() && !prelude.changed();
  Executor* executor = told ? prepared.executor : nullptr;
  Spread spread(executor, executor == nullptr ? "" : piece_study(prepared.study), named_problems(prepared));
  const SolvesElsewhere elsewhere(&spread);
  Result result = tune(*prepared.method, prepared.searched(), tune_options(options), callback, journal);
  Summary& summary = result.summary;
  add_study(prepared, summary);
  add_to(prelude, summary);
  summary.cleaning = cleaning_of(prepared, result);
  describe_columns(prepared, summary);
  result.take_home = take_home_file(prepared, result);
  return result;
}

// What the run tells goes to the store first.
Callback kept(StoredStudy& stored, Journal& journal, const Callback& callback) {
  return [&stored, &journal, &callback](const Event& event) {
    if (event.iteration != nullptr && event.iteration->kind == "iteration") stored.note(*event.iteration);
    if (event.progress != nullptr) journal.watch_progress(*event.progress);
    const Next next = callback ? callback(event) : Next::kContinue;
    return journal.asked_to_leave() ? Next::kAbort : next;
  };
}

// How it ended is for the record; the run's own error matters more than one of the record.
void leave_as_failed(StoredStudy& stored, const RunError& error) {
  try {
    stored.leave("failed", error.what());
  } catch (const StoreError& problem) {
    log(LogLevel::kWarning, problem.what());
  }
}

constexpr const char* kAskedToLeave = "stopped by somebody who watched it (gbho serve --control)";

void keep_result(StoredStudy& stored, const Result& result, bool asked_to_leave) {
  if (result.summary.termination == Termination::kInterrupted) {
    stored.leave("interrupted", asked_to_leave ? kAskedToLeave : result.summary.message);
  } else {
    stored.finish(result);
  }
}

}  // namespace

PreparedStudy prepare(const Study& study) {
  const OneTorchThread one_thread;  // data are scaled by sums
  validate(study.options.runtime);  // not from the study file, so its errors have no place there
  try {
    return prepare_unchecked(study);
  } catch (const ConfigError& error) {
    throw ConfigError(study.source.origin(error.key()) + ": " + error.what());
  }
}

TuneOptions tune_options(const StudyOptions& options) {
  return {options.lower,      options.runtime, options.refit,
          options.bag,        options.budget,  static_cast<uint64_t>(options.seed),
          options.data.metric};
}

Result run(PreparedStudy& prepared, const Callback& callback) {
  return run_with(prepared, callback, nullptr);
}

Result run(PreparedStudy& prepared, StoredStudy& stored, const Callback& callback) {
  Journal& journal = stored.journal();
  Result result = [&] {
    try {
      return run_with(prepared, kept(stored, journal, callback), &journal);
    } catch (const RunError& error) {
      leave_as_failed(stored, error);
      throw;
    }
  }();
  try {
    keep_result(stored, result, journal.asked_to_leave());
  } catch (const StoreError& error) {
    throw NotKept(error, std::move(result));
  }
  return result;
}

Result resume(StoredStudy& stored, const Runtime& runtime, const Callback& callback) {
  if (stored.summary()) {
    throw StoreError("study '" + stored.name() + "' has ended: there is nothing left to do");
  }
  Study study = stored.study();
  study.options.runtime = runtime;
  PreparedStudy prepared = prepare(study);
  stored.check(prepared);
  return run(prepared, stored, callback);
}

}  // namespace gbho
