#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// How a lower-level solve of one candidate came to its end.
enum class MemberStatus { kFinished, kConverged, kPlateau, kDiverged, kInterrupted };
std::string to_string(MemberStatus status);

/// A candidate after its lower-level solve. A failed solve is data: its status and message say what happened,
/// and its validation loss is not a number.
struct Evaluation {
  std::vector<double> lambda;
  MemberStatus status = MemberStatus::kFinished;
  std::string message;
  double objective = kNone;  ///< f(λ, β) at the end of the solve: the sample of φ(λ)
  double train_loss = kNone;
  double validation_loss = kNone;  ///< F(λ, β)
  double validation_accuracy = kNone;
  double selection_loss = kNone;        ///< where the data has a selection part
  std::vector<double> lambda_gradient;  ///< ∂f/∂λ at β: by the envelope theorem the gradient of φ

  /// Trained to its end, with a finite validation loss.
  bool usable() const;
  /// What candidates are compared by: the selection part where there is one, else the validation part.
  double criterion() const;
};

/// The usable one with the lowest criterion, the first of equals; -1 when none is usable.
int64_t best_candidate(const std::vector<Evaluation>& evaluations);

}  // namespace gbho
