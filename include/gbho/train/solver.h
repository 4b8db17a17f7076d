#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gbho/bilevel/network_problem.h"
#include "gbho/bilevel/problem.h"
#include "gbho/data/dataset.h"
#include "gbho/nn/model.h"
#include "gbho/nn/penalty.h"
#include "gbho/nn/snapshot.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/ledger.h"
#include "gbho/record/lower_options.h"
#include "gbho/record/runtime.h"

namespace gbho {

/// Everything that makes a solve continue exactly: weights and the optimizer's memory.
struct TrainState {
  Weights weights;
  std::vector<Weights> moments;  ///< sgd: velocity; adam: first and second moment
  int64_t epoch = 0;             ///< epochs done
};

/// The members [first, first + count) of an ensemble's state (views), those with the given indices (copies),
/// and the members of two ensembles side by side.
TrainState slice_members(const TrainState& state, int64_t first, int64_t count);
TrainState select_members(const TrainState& state, const std::vector<int64_t>& members);
TrainState joined(const TrainState& left, const TrainState& right);

/// The ±ε term of the two-sided method: member e minimizes f + ε_e·F, or in the linear form f + ε_e·⟨g_e, β⟩.
struct UpperTerm {
  std::vector<double> epsilon;  ///< [E]; zero, positive or negative
  Examples validation;          ///< networks: for F itself, its batches in lockstep with the training batches
  Weights direction;            ///< the linear form: g, when not empty
};

struct MemberOutcome {
  MemberStatus status = MemberStatus::kFinished;
  std::string message;
  int64_t epochs = 0;
};

/// One per epoch. Return false from the callback to stop after this epoch.
struct EpochRecord {
  int64_t epoch = 0;  ///< 1 after the first
  int64_t epochs = 0;
  int64_t running = 0;       ///< members still training
  std::vector<double> loss;  ///< [E]: mean data loss over the epoch's batches, as they were trained
  double seconds = 0;        ///< since the solve began
};
using EpochCallback = std::function<bool(const EpochRecord&)>;

/// Lets a solve be cut off and go on later as if nothing had happened.
struct Continuation {
  std::optional<Snapshot> from;  ///< where an earlier attempt at the same solve left off
  /// Called after every epoch but the last, with what takes a snapshot of it: that costs only when it is
  /// called. `leaving`: there will be no later one, since the solve has been told to stop.
  std::function<void(const std::function<Snapshot()>& capture, bool leaving)> offer;
};

/// Asked on the caller's thread between parts of an epoch; true leaves the solve at once. What the epoch has
/// done is dropped.
using StopCallback = std::function<bool()>;

struct SolveRequest {
  torch::Tensor lambda;             ///< [E, n], any floating type
  uint64_t seed = 0;                ///< initial weights ("train.init") and batch order ("train.batches")
  std::optional<TrainState> start;  ///< warm start; initial weights from the seed otherwise
  int64_t until = 0;  ///< stop after this epoch of the options' epochs, to go on later; 0: train to the end
  std::optional<UpperTerm> upper;     ///< ±ε term
  std::vector<double> learning_rate;  ///< [E]; from the options when empty
  std::vector<double> momentum;       ///< [E]; from the options when empty
  EpochCallback on_epoch;
  StopCallback stop;
  Continuation continuation;
};

struct SolveResult {
  TrainState state;
  std::vector<double> objective;   ///< [E]: f at the end, over the whole training part
  std::vector<double> train_loss;  ///< [E]: its data part, with example weights
  std::vector<double> penalty;     ///< [E]: its penalty part
  std::vector<MemberOutcome> members;
  std::vector<std::vector<double>> history;  ///< per epoch, [E]: the loss of EpochRecord
  std::string engine;                        ///< "fused/avx512", "autograd/cpu", …
  bool interrupted = false;

  const Weights& weights() const { return state.weights; }
};

/// Solves the lower level for every row of λ. Charges the ledger. Diverged members are data, not errors.
SolveResult solve_lower(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger);

/// The same for any problem. Networks train as above (F of a ±ε term on their validation part); others by
/// full gradients, where an epoch is one step, or one iteration of lbfgs.
SolveResult solve_lower(const Problem& problem, const LowerOptions& options, const Runtime& runtime,
                        SolveRequest request, Ledger& ledger);

/// Mean loss (no penalty) and accuracy of every member; the accuracy of a regression is not a number.
struct Scores {
  std::vector<double> loss;
  std::vector<double> accuracy;
};
Scores score(const Model& model, const Weights& weights, const Examples& examples, const Runtime& runtime,
             Ledger& ledger);

}  // namespace gbho
