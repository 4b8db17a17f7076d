#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {

/// The [lower] table of a study file: how the lower level is solved.
struct LowerOptions {
  std::string optimizer = "sgd";  ///< sgd | adam | lbfgs (full batch; for convex or small problems)
  int64_t epochs = 50;            ///< passes over the training part; lbfgs: iterations
  int64_t batch = 64;             ///< examples a step; 0: the whole training part
  std::string batches = "plain";  ///< plain: the last step of an epoch gets the rest | even: all alike
  /// A list is tuned by a pilot (train/pilot.h), the same for every method, and its cost is charged.
  std::vector<double> learning_rate = {0.1};
  std::vector<double> momentum = {0.9};  ///< sgd: momentum; adam: β₁
  bool nesterov = true;                  ///< sgd: Nesterov's form, as PyTorch and Keras write it
  double beta2 = 0.999;                  ///< adam
  double adam_epsilon = 1e-8;            ///< adam
  /// adam: the penalty's gradient is scaled with the rest (coupled), or added to the scaled step
  /// (decoupled, as in AdamW: then the networks do not quite minimize f).
  std::string decay = "coupled";
  std::string schedule = "constant";  ///< constant | linear | cosine (both down to zero) | step
  int64_t step_epochs = 20;           ///< step: every so many epochs …
  double step_factor = 0.1;           ///< … the learning rate is multiplied by this
  double warm_up = 0;    ///< share of the epochs over which the learning rate rises to what the schedule says
  double clip_norm = 0;  ///< largest gradient norm of a parameter tensor; 0: no clipping
  double gradient_tolerance = 0;       ///< stop a member when ‖∇f‖ over the epoch falls below; 0: never
  int64_t plateau_epochs = 0;          ///< stop a member after so many epochs without progress; 0: never
  double plateau_tolerance = 1e-4;     ///< relative decrease of the epoch's loss that counts as progress
  double divergence_factor = 100;      ///< a loss this many times a blind guess's is divergence
  int64_t history = 10;                ///< lbfgs: pairs kept
  bool shuffle = true;                 ///< a new order every epoch, the same for every member
  bool shared_initial_weights = true;  ///< all members start alike, as in the paper
  std::string engine = "auto";         ///< auto | fused (hand-written kernels) | autograd (LibTorch)
  std::string precision = "float32";   ///< float32 | tf32 (on the GPU alone: faster, and less exact)

  /// Throws ConfigError that names key, value and fix.
  void validate() const;
};

}  // namespace gbho
