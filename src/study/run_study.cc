#include "gbho/base/error.h"
#include "gbho/methods/tune.h"
#include "gbho/study/run.h"
#include "study/cleaning.h"
#include "study/hyperparameters.h"
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
  if (data.train.empty())
    throw DataError("data: the training part is empty; use more examples or another data.split");
  if (data.validation.empty()) {
    throw DataError("data: the validation part is empty; use more examples or another data.split");
  }
  PreparedStudy prepared;
  prepared.study = study;
  prepared.data = facts_of(data);
  LowerProblem& lower = prepared.problem.level;
  lower.model = make_model(options.model, data.input_shape, data.classes);
  set_hyperparameters(options, data, prepared.problem);
  prepared.corrupted = data.corrupted;
  lower.train = std::move(data.train);
  prepared.problem.validation = std::move(data.validation);
  prepared.problem.test = std::move(data.test);
  prepared.problem.selection = std::move(data.selection);
  prepared.method = make_method(options);
  prepared.method->check_problem(prepared.problem);
  return prepared;
}

}  // namespace

PreparedStudy prepare(const Study& study) {
  study.options.runtime.validate();  // not from the study file, so its errors have no place there
  try {
    return prepare_unchecked(study);
  } catch (const ConfigError& error) {
    throw ConfigError(study.source.origin_of_message(error.what()) + ": " + error.what());
  }
}

TuneOptions tune_options(const StudyOptions& options) {
  TuneOptions tuning;
  tuning.lower = options.lower;
  tuning.runtime = options.runtime;
  tuning.refit = options.refit;
  tuning.budget = options.budget;
  tuning.seed = static_cast<uint64_t>(options.seed);
  return tuning;
}

Summary run(PreparedStudy& prepared, const std::function<void(const Progress&)>& on_progress,
            const std::function<bool()>& stop, Journal* journal) {
  const StudyOptions& options = prepared.study.options;
  TuneOptions tuning = tune_options(options);
  tuning.on_progress = on_progress;
  tuning.stop = stop;
  tuning.journal = journal;
  Summary summary = tune(*prepared.method, prepared.problem, tuning);
  summary.study = options.name;
  summary.data = prepared.data;
  summary.given = prepared.study.given;
  summary.used = used_json(options);
  summary.cleaning = cleaning_of(prepared, summary.lambda);
  return summary;
}

}  // namespace gbho
