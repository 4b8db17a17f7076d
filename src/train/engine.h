#pragma once

#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

#include "gbho/train/solver.h"
#include "train/batches.h"

namespace gbho::inline internal {

class Device;
class InputMask;
class Team;
class WorkerPool;

/// What an engine trains: some members of an ensemble, with everything of theirs.
struct EngineSpec {
  const Problem* functions = nullptr;  ///< set: f and F are this problem's, and there is no model and no data
  std::shared_ptr<const Model> model;
  Penalty penalty;
  Examples train;
  torch::Tensor example_weights;  ///< undefined, [N], or [C, N]
  TrainingTerms terms;            ///< what else λ does; of networks
  torch::Tensor lambda;           ///< [C, n]
  std::vector<double> epsilon;    ///< [C], or empty: no ±ε term
  Examples validation;            ///< of the ±ε term
  Weights direction;              ///< of its linear form
  LowerOptions options;
  std::string device = "cpu";
  std::shared_ptr<const InputMask> mask;  ///< of train.x, shared by all fused engines
  std::shared_ptr<Team> team;             ///< threads that share the work of one fused engine; usually none
  /// Threads that share the examples of a large batch; null: this thread alone. Not owned.
  WorkerPool* pool = nullptr;
  bool keep_losses = false;  ///< of every training example, as it was last trained on

  int64_t members() const { return lambda.size(0); }
};

/// One pass over the training part.
struct EpochPlan {
  const std::vector<int64_t>* order = nullptr;             ///< rows of the training part
  const std::vector<int64_t>* validation_order = nullptr;  ///< rows for the ±εF batches; taken cyclically
  Batches batches;
  std::vector<double> learning_rate;  ///< [C], schedule applied
  std::vector<double> momentum;       ///< [C]
  int64_t steps_before = 0;           ///< optimizer steps of earlier epochs (Adam's bias correction)
  uint64_t noise = 0;                 ///< key of this epoch's random numbers (nn/noise.h)
};

/// f (with the ±ε term, if any) over the whole training part, without noise, and its gradient.
struct Objective {
  std::vector<double> value;      ///< [C]
  std::vector<double> data_loss;  ///< [C]
  Weights gradient;
};

/// Trains a few members in lockstep. Not thread-safe; different engines may run on different threads.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string name() const = 0;
  virtual void load(const TrainState& state) = 0;
  virtual TrainState store() const = 0;
  /// Returns [C]: the mean data loss over the epoch's batches, as they were trained.
  virtual std::vector<double> run_epoch(const EpochPlan& plan) = 0;
  /// At the weights loaded; leaves them alone.
  virtual Objective objective() = 0;

  /// Goes on with another λ [C, n], the examples' weights there (as in EngineSpec), and another ±ε term.
  virtual void set_lambda(const torch::Tensor& lambda, const torch::Tensor& example_weights) = 0;
  virtual void set_upper(const std::vector<double>& epsilon, const Weights& direction) = 0;
  /// [C, N], with EngineSpec::keep_losses: the loss of every training example, as it was last passed through.
  virtual torch::Tensor example_losses() const = 0;
};

/// The slow, general path: LibTorch's autograd, any model, any device. The reference for the fast one.
std::unique_ptr<Engine> make_autograd_engine(const EngineSpec& spec);

/// The hand-written kernels; null when they cannot train this model on this device.
std::unique_ptr<Engine> make_fused_engine(const EngineSpec& spec);

/// The same on a GPU, with everything that an epoch needs kept there.
std::unique_ptr<Engine> make_device_engine(const EngineSpec& spec, const Device& device);

/// Optimizer moments that a state for these options holds: 1 for sgd, 2 for adam, 0 for lbfgs.
size_t moment_count(const LowerOptions& options);

}  // namespace gbho::inline internal
