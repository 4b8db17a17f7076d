#pragma once

#include "gbho/run/callback.h"
#include "gbho/run/journal.h"
#include "gbho/study/run.h"
#include "study/balance_classes.h"

namespace gbho::inline internal {

/// What is found out about rows and columns before λ is searched, and made part of the problem where models
/// that have not seen a row gain by it.
struct Prelude {
  Ledger ledger;
  std::vector<PhaseCost> phases;
  double seconds = 0;
  bool interrupted = false;
  std::vector<std::string> warnings;
  std::optional<SourceRecord> sources;
  std::optional<ColumnSelection> column_selection;
  std::optional<ClassBalance> balance;

  /// The problem is another one than the study says.
  bool changed() const {
    return (sources && sources->used) || (column_selection && column_selection->used) ||
           (balance && balance->power > 0);
  }
};

/// Nothing where the study asks for nothing of the kind. `prepared` is changed where it gains.
Prelude run_prelude(PreparedStudy& prepared, const Callback& callback, Journal* journal);

/// Puts it into the run's record.
void add_to(const Prelude& prelude, Summary& summary);

}  // namespace gbho::inline internal
