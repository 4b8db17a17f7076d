#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/bilevel/problem.h"
#include "gbho/bilevel/space.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/ledger.h"
#include "gbho/record/summary.h"
#include "gbho/record/tune_options.h"
#include "gbho/run/callback.h"
#include "gbho/run/gallery.h"
#include "gbho/train/one_torch_thread.h"
#include "gbho/train/solver.h"

namespace gbho {

class Journal;
struct Work;

/// Candidates with their weights and optimizer state, to go on from.
struct TrainedBatch {
  std::vector<Evaluation> evaluations;
  TrainState state;  ///< [k, …]; without weights when interrupted
};

/// The trained candidate with the lowest criterion.
struct Incumbent {
  Evaluation evaluation;
  Weights weights;       ///< an ensemble of one
  torch::Tensor lambda;  ///< [1, n]: all of it, where the evaluation has means of blocks
};

/// What a method is given to work with: the problem, an evaluator that trains candidates side by side and
/// keeps the best of them, and the run's budget, ledger and stop button. While it lives, LibTorch works on
/// one thread: a method's bits do not depend on how many there are.
class MethodContext {
 public:
  /// The journal, if any, is not owned: where the run keeps what it does, and from where it goes on.
  MethodContext(const Problem& problem, TuneOptions options, Callback callback = {},
                Journal* journal = nullptr);

  const Problem& problem() const { return problem_; }
  const Space& space() const { return problem_.space(); }
  const TuneOptions& options() const { return options_; }
  uint64_t seed() const { return options_.seed; }
  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }
  const std::string& engine() const { return engine_; }

  /// From here on, what is spent counts against the budget.
  void begin_search();
  /// Takes the pilot's choice for all solves that follow.
  void set_learning_rate(double learning_rate, double momentum);

  /// Trains one network for each row of λ [k, n] on the training part, side by side in ensembles that fit
  /// into memory, and scores it on the validation part. Interrupted candidates are not recorded.
  std::vector<Evaluation> train(const torch::Tensor& lambda);
  /// The same for few candidates, with what it takes to train them further.
  TrainedBatch train_with_state(const torch::Tensor& lambda);
  /// Trains candidates from `start` (fresh ones when empty) to epoch `until` of `epochs`, and scores them.
  /// They are no solutions of the lower level, so they are not recorded.
  TrainedBatch train_partly(const torch::Tensor& lambda, const TrainState& start, int64_t until,
                            int64_t epochs);
  const std::vector<Evaluation>& evaluations() const { return evaluations_; }
  /// Trains λ that somebody has enqueued while the run went on, or before; nothing when there are none. They
  /// are candidates like others. To be called between pieces of work, where their outcome may matter.
  std::optional<std::vector<Evaluation>> train_enqueued();
  int64_t enqueued() const { return static_cast<int64_t>(enqueued_.size()); }
  /// Records of the candidates so far.
  std::vector<Iteration> candidates() const;
  /// Candidates so far, those that were trained in part too.
  int64_t trials() const { return static_cast<int64_t>(evaluations_.size()) + partial_trials_; }
  const std::optional<Incumbent>& best() const { return best_; }
  /// With folds: the best candidates with their networks, which a bag is chosen from.
  const Gallery& gallery() const { return gallery_; }

  /// A piece of the run's work. Taken from the journal where an earlier attempt at the run has done it; else
  /// done now by `compute`, which fills `work` in and returns false when it was interrupted, and kept. What
  /// compute charges to the ledger before its first epoch it must not charge again when it continues.
  bool once(Work& work, const std::function<bool(const Continuation& continuation)>& compute);
  /// Tells the callback of an iteration that has ended.
  void note(const Iteration& record);

  /// Lower-level solves that the budget still allows the search. With `extra`, each of them is followed by
  /// two more that cost so much of a solve together: the sides of a hypergradient.
  int64_t solves_left(double extra = 0) const;
  /// The same for trainings of so many epochs, when one whole solve is to be kept back.
  int64_t trainings_left(int64_t epochs) const;
  /// True when the run is to be left: the callback has said so, or says so now.
  bool stop_requested();
  /// True when the callback has said to begin nothing new.
  bool told_to_stop() const { return told_ == Next::kStop; }

  /// Begins a phase of the progress report, which expects so many lower-level solves.
  void begin_phase(const std::string& name, int64_t planned_solves);
  void end_phase();
  /// For work that is not made of epochs: says how far the phase has come. False: stop.
  bool report_phase(double fraction);
  /// To be passed to solves of `networks` members within the phase: reports, and asks whether to stop.
  EpochCallback epoch_callback(int64_t networks);
  /// What the phases have cost so far.
  std::vector<PhaseCost> phases() const;
  /// Since the run began, interruptions left out.
  double seconds() const { return seconds_before_ + clock_.seconds(); }

 private:
  enum class Training { kWhole, kWholeWithState, kPart };

  int64_t left(int64_t ledger_solves, double solves, int64_t kept_back) const;
  TrainedBatch train_batch(SolveRequest request, const LowerOptions& lower, Training training,
                           int64_t siblings = -1);
  bool solve(SolveRequest request, const LowerOptions& lower, Training training, Work& work);
  void take_incumbent(const Work& work);
  /// Puts the candidates that the gallery welcomes into the work, and takes them out of it.
  void exhibit(const Weights& weights, Work& work);
  void take_exhibits(const Work& work);
  void set_clock(double seconds);
  void tell_of(const std::vector<Evaluation>& evaluations, bool partial);
  void report(Progress progress);
  /// Calls the callback, and remembers what it says.
  void tell(const Event& event);

  OneTorchThread one_thread_;
  const Problem& problem_;
  TuneOptions options_;
  Callback callback_;
  Journal* journal_;
  Next told_ = Next::kContinue;
  Ledger ledger_;
  std::string engine_;
  std::vector<Evaluation> evaluations_;
  std::set<size_t> enqueued_;  ///< which of them somebody had enqueued
  std::optional<Incumbent> best_;
  Gallery gallery_;
  int64_t partial_trials_ = 0;
  Ledger search_began_;  ///< the ledger when the first phase of the search began
  double search_began_seconds_ = 0;
  double seconds_before_ = 0;  ///< of earlier attempts at the run
  Stopwatch clock_;

  std::string phase_;
  int64_t phase_planned_ = 0;
  int64_t phase_done_ = 0;
  double phase_fraction_ = 0;         ///< that was reported
  bool phase_counts_rounds_ = false;  ///< not networks: told by report_phase
  Stopwatch phase_clock_;
  std::vector<PhaseCost> phase_began_;  ///< of every phase, what the run had cost when it began
};

}  // namespace gbho
