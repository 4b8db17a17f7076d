#include "study/store/read_work.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "study/store/rows.h"

namespace gbho::inline internal {
namespace {

[[noreturn]] void refuse_piece(const Database& database, int64_t number, const char* problem) {
  throw DamageError(
      fmt::format("store '{}': the record of piece {} is {}", database.path(), number + 1, problem));
}

std::vector<Evaluation> trials_of(Database& database, int64_t study, int64_t number) {
  std::vector<Evaluation> evaluations;
  // By itself SQLite would go through all trials of the study, for they are in their order.
  Statement row(database,
                fmt::format("SELECT {} FROM trial INDEXED BY trial_of_work WHERE study = ? AND work = ? "
                            "ORDER BY number",
                            kEvaluationColumns));
  row.bind(study).bind(number);
  while (row.step()) evaluations.push_back(evaluation_of(row, 0));
  return evaluations;
}

}  // namespace

KeptWork read_work(Database& database, int64_t study, int64_t number) {
  Statement row(database,
                "SELECT kind, input, phase, partial, epochs, continues, engine, ledger, seconds, result, "
                "result_file, state_file, digest FROM work WHERE study = ? AND number = ?");
  row.bind(study).bind(number);
  if (!row.step()) refuse_piece(database, number, "missing");
  KeptWork kept;
  Work& work = kept.work;
  work.kind = row.text(0);
  work.input = row.text(1);
  work.phase = row.text(2);
  work.partial = row.integer(3) != 0;
  work.epochs = row.integer(4);
  work.continues = row.integer(5) != 0;
  work.engine = row.text(6);
  work.ledger = ledger_of(row.text(7));
  work.seconds = row.real(8);
  work.evaluations = trials_of(database, study, number);
  kept.result = row.text(9);
  if (!row.is_null(10)) kept.result_file = row.text(10);
  if (!row.is_null(11)) kept.state_file = row.text(11);
  const std::string& result = kept.result_file ? *kept.result_file : kept.result;
  if (work_digest(work, result) != row.text(12)) refuse_piece(database, number, "damaged");
  return kept;
}

}  // namespace gbho::inline internal
