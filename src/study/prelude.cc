#include "study/prelude.h"

#include <algorithm>

#include "gbho/run/context.h"
#include "study/balance_classes.h"
#include "study/jury.h"
#include "study/select_columns.h"
#include "study/weigh_sources.h"

namespace gbho::inline internal {
namespace {

bool asks_for_nothing(const PreparedStudy& prepared) {
  return prepared.folds == nullptr;
}

// A study that has weights of sources among its hyperparameters leaves them to its method.
bool weighs_sources_itself(const StudyOptions& options) {
  return std::any_of(options.hyperparameters.begin(), options.hyperparameters.end(),
                     [](const Hyperparameter& own) { return own.per == "source"; });
}

void warn_about_workers(const PreparedStudy& prepared, Prelude& prelude) {
  if (prepared.executor == nullptr) return;
  prelude.warnings.emplace_back(
      "rows or columns have weights of their own, which workers do not know: everything was trained here");
}

}  // namespace

Prelude run_prelude(PreparedStudy& prepared, const Callback& callback, Journal* journal) {
  Prelude prelude;
  if (asks_for_nothing(prepared)) return prelude;
  const StudyOptions& options = prepared.study.options;
  const FoldedProblem problem = *prepared.folded;  // as it was: the context looks at its box alone
  MethodContext context(problem, jury_options(options), callback, journal);
  if (!options.data.source.empty() && !weighs_sources_itself(options)) {
    prelude.sources = weigh_table_sources(prepared, context);
    prelude.interrupted = !prelude.sources;
  }
  if (!prelude.interrupted && options.data.select_columns) {
    prelude.column_selection = select_columns(prepared, context);
    prelude.interrupted = !prelude.column_selection;
  }
  if (!prelude.interrupted && options.data.metric != "log_loss") {
    prelude.balance = balance_classes(prepared, context);
    prelude.interrupted = !prelude.balance;
  }
  if (prelude.changed()) warn_about_workers(prepared, prelude);
  prelude.ledger = context.ledger();
  prelude.phases = context.phases();
  prelude.seconds = context.seconds();
  return prelude;
}

void add_to(const Prelude& prelude, Summary& summary) {
  summary.sources = prelude.sources;
  summary.column_selection = prelude.column_selection;
  if (summary.decision && prelude.balance) {
    summary.decision->trained = prelude.balance->trained;
    summary.decision->class_power = prelude.balance->power;
  }
  summary.ledger += prelude.ledger;
  summary.seconds += prelude.seconds;
  summary.phases.insert(summary.phases.begin(), prelude.phases.begin(), prelude.phases.end());
  for (const std::string& warning : prelude.warnings) summary.warnings.push_back(warning);
}

}  // namespace gbho::inline internal
