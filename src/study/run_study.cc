#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/data/load.h"
#include "gbho/run/tune.h"
#include "gbho/study/run.h"
#include "gbho/train/device.h"
#include "study/cleaning.h"
#include "study/study_parts.h"

namespace gbho {
namespace {

DataFacts facts_of(const Dataset& data) {
  return {data.name,        data.checksum,        data.train.size(), data.validation.size(),
          data.test.size(), data.selection.size()};
}

PreparedStudy prepare_unchecked(const Study& study) {
  const StudyOptions& options = study.options;
  Dataset data = load_dataset(options.data, static_cast<uint64_t>(options.seed));
  PreparedStudy prepared;
  prepared.study = study;
  prepared.data = facts_of(data);
  prepared.corrupted = data.corrupted;
  prepared.problem = network_problem(std::move(data), options.model, options.hyperparameters);
  prepared.method = make_method(options);
  prepared.method->check_problem(prepared.problem);
  prepared.method->settle(prepared.problem, options.lower);
  return prepared;
}

Result run_with(PreparedStudy& prepared, const Callback& callback, Journal* journal) {
  const StudyOptions& options = prepared.study.options;
  Result result = tune(*prepared.method, prepared.problem, tune_options(options), callback, journal);
  Summary& summary = result.summary;
  summary.study = options.name;
  summary.data = prepared.data;
  summary.given = prepared.study.given;
  summary.used = used_json(prepared);
  summary.cleaning = cleaning_of(prepared, summary.lambda);
  return result;
}

// What the run tells goes to the store first.
Callback kept(StoredStudy& stored, const Callback& callback) {
  return [&stored, &callback](const Event& event) {
    if (event.iteration != nullptr && event.iteration->kind == "iteration") stored.note(*event.iteration);
    return callback ? callback(event) : Next::kContinue;
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

void keep_result(StoredStudy& stored, const Result& result) {
  if (result.summary.termination == Termination::kInterrupted) {
    stored.leave("interrupted", result.summary.message);
  } else {
    stored.finish(result);
  }
}

}  // namespace

PreparedStudy prepare(const Study& study) {
  validate(study.options.runtime);  // not from the study file, so its errors have no place there
  try {
    return prepare_unchecked(study);
  } catch (const ConfigError& error) {
    throw ConfigError(study.source.origin(error.key()) + ": " + error.what());
  }
}

TuneOptions tune_options(const StudyOptions& options) {
  return {options.lower, options.runtime, options.refit, options.budget, static_cast<uint64_t>(options.seed)};
}

Result run(PreparedStudy& prepared, const Callback& callback) {
  return run_with(prepared, callback, nullptr);
}

Result run(PreparedStudy& prepared, StoredStudy& stored, const Callback& callback) {
  Result result = [&] {
    try {
      return run_with(prepared, kept(stored, callback), &stored.journal());
    } catch (const RunError& error) {
      leave_as_failed(stored, error);
      throw;
    }
  }();
  try {
    keep_result(stored, result);
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
