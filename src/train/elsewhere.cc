#include "train/elsewhere.h"

#include <algorithm>

#include "nn/cuda/plan_of.h"
#include "train/ensemble.h"

namespace gbho::inline internal {
namespace {

thread_local Elsewhere* of_thread = nullptr;  // NOLINT: a guard's

}  // namespace

SolvesElsewhere::SolvesElsewhere(Elsewhere* other) : before_(of_thread) {
  of_thread = other;
}

SolvesElsewhere::~SolvesElsewhere() {
  of_thread = before_;
}

Elsewhere* SolvesElsewhere::of_this_thread() {
  return of_thread;
}

bool can_be_cut(const NetworkProblem& problem, const LowerOptions& options, const Runtime& runtime,
                int64_t members) {
  const NetworkLevel& level = problem.level;
  if (options.engine == "autograd" || options.optimizer == "lbfgs") return false;
  if (!level.model || kernels_for(*level.model, runtime.device) == Kernels::kNone) return false;
  // A front of convolutions has no noise on its inputs in the kernels.
  if (level.terms.input_noise >= 0 && level.model->plan()->lenet_channels > 0) return false;
  // Weights of examples and of classes are scored by LibTorch.
  if (level.weighting.size() > 0 || level.terms.change_loss()) return false;
  if (!options.shared_initial_weights) return false;  // they are drawn network after network
  // Few networks share large batches in another order of additions than many do.
  const int64_t batch = options.batch > 0 ? std::min(options.batch, level.train.size()) : level.train.size();
  return batch < kSharedBatch || members <= kMostToShare;
}

}  // namespace gbho::inline internal
