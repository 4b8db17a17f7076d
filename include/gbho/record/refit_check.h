#pragma once

#include <optional>
#include <string>

#include "gbho/record/number.h"

namespace gbho {

struct Summary;

/// The refit model beside the consistent one, on a part of the data that neither was trained on. It chooses
/// nothing: it is told, and that is all.
struct RefitCheck {
  std::string part;                ///< selection, where there is such a part; else test
  double consistent_loss = kNone;  ///< mean cross-entropy
  double refit_loss = kNone;
  double error = kNone;  ///< standard error of the mean difference, example by example; none where not known

  /// The refit model is clearly worse: by more than two standard errors; by more than 5 % where there is no
  /// standard error; or its loss is no number.
  bool worse() const;
};

/// The one of the record; in records of version 0.1.0 from the test losses, without a standard error.
std::optional<RefitCheck> refit_check_of(const Summary& summary);

/// Whether the refit model is known to be clearly worse than the consistent one.
bool refit_worse(const Summary& summary);

}  // namespace gbho
