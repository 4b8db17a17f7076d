#pragma once

#include <vector>

#include "gbho/train/solver.h"
#include "train/ensemble.h"

namespace gbho::inline internal {

/// Takes members out of the ensemble that have diverged, stopped making progress, or converged.
class StoppingRules {
 public:
  StoppingRules(const LowerOptions& options, double blind_loss, int64_t members);

  /// Divergence and plateau, from the epoch's losses.
  void check_losses(Ensemble& ensemble, int64_t epoch, const std::vector<double>& loss,
                    std::vector<MemberOutcome>& outcomes);
  /// Convergence, from the gradient over the whole training part.
  void check_gradients(Ensemble& ensemble, int64_t epoch, std::vector<MemberOutcome>& outcomes) const;

  /// What the rules remember of earlier epochs.
  void save(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);

 private:
  const LowerOptions& options_;
  double explosion_;  ///< losses above this count as divergence
  std::vector<double> best_;
  std::vector<int64_t> best_epoch_;
};

/// ‖∇f‖ of one member.
double gradient_norm(const Weights& gradient, int64_t member);

}  // namespace gbho::inline internal
