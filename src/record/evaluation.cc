#include "gbho/record/evaluation.h"

#include <cmath>

namespace gbho {

std::string to_string(MemberStatus status) {
  switch (status) {
    case MemberStatus::kFinished:
      return "finished";
    case MemberStatus::kConverged:
      return "converged";
    case MemberStatus::kPlateau:
      return "plateau";
    case MemberStatus::kDiverged:
      return "diverged";
    case MemberStatus::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

double Evaluation::criterion() const {
  return std::isfinite(selection_loss) ? selection_loss : validation_loss;
}

bool Evaluation::usable() const {
  return status != MemberStatus::kDiverged && status != MemberStatus::kInterrupted &&
         std::isfinite(validation_loss);
}

int64_t best_candidate(const std::vector<Evaluation>& evaluations) {
  int64_t best = -1;
  for (size_t i = 0; i < evaluations.size(); ++i) {
    if (!evaluations[i].usable()) continue;
    if (best < 0 || evaluations[i].criterion() < evaluations[static_cast<size_t>(best)].criterion()) {
      best = static_cast<int64_t>(i);
    }
  }
  return best;
}

}  // namespace gbho
