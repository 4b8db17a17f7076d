#include "gbho/record/summary.h"

namespace gbho {

std::string to_string(Termination termination) {
  switch (termination) {
    case Termination::kFinished:
      return "finished";
    case Termination::kBudget:
      return "budget";
    case Termination::kConverged:
      return "converged";
    case Termination::kStopped:
      return "stopped";
    case Termination::kInterrupted:
      return "interrupted";
    case Termination::kNoModel:
      return "no_model";
    case Termination::kFailed:
      return "failed";
  }
  return "unknown";
}

}  // namespace gbho
