#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/bilevel/ledger.h"
#include "gbho/bilevel/problem.h"
#include "gbho/bilevel/space.h"
#include "gbho/methods/evaluation.h"
#include "gbho/methods/summary.h"
#include "gbho/train/options.h"
#include "gbho/train/solver.h"

namespace gbho {

class Journal;
struct Work;

/// Where a run stands. Sent about once an epoch.
struct Progress {
  std::string phase;     ///< pilot | design | fit | iterations | search | check | refit
  double fraction = 0;   ///< of the phase, 0 to 1
  int64_t networks = 0;  ///< trained side by side now; at the end of the phase, all of them
  int64_t planned = 0;   ///< networks that the phase will train
  int64_t epoch = 0;
  int64_t epochs = 0;
  double seconds = 0;                   ///< since the phase began
  double best_validation_loss = kNone;  ///< lowest so far, of consistent models
  std::vector<double> best_lambda;
  bool finished = false;  ///< the last record of its phase
};

/// The [refit] table of a study file.
struct RefitOptions {
  /// The penalty is fitted to n_train examples; on n_train + n_validation of them it may be scaled by the
  /// ratio.
  bool scale_penalty = false;
};

/// The [budget] table of a study file: the most that the search may take; pilot and refit come on top.
/// 0: no limit.
struct Budget {
  int64_t trials = 0;  ///< candidates, however long they are trained
  int64_t lower_solves = 0;
  double sample_gradients = 0;  ///< examples passed backwards through a network
  double seconds = 0;           ///< after which nothing new is begun

  bool limited() const { return trials > 0 || lower_solves > 0 || sample_gradients > 0 || seconds > 0; }

  /// Throws ConfigError that names key, value and fix.
  void validate() const;
};

/// How a run goes about it, whatever the method.
struct TuneOptions {
  LowerOptions lower;
  Runtime runtime;
  RefitOptions refit;
  Budget budget;
  uint64_t seed = 0;
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> stop;  ///< asked once an epoch; true ends the run as interrupted
  Journal* journal = nullptr;  ///< where the run keeps what it does, and from where it goes on; not owned
};

/// Candidates with their weights and optimizer state, to go on from.
struct TrainedBatch {
  std::vector<Evaluation> evaluations;
  TrainState state;  ///< [k, …]; without weights when interrupted
};

/// The trained candidate with the lowest criterion.
struct Incumbent {
  Evaluation evaluation;
  Weights weights;  ///< an ensemble of one
};

/// What a method is given to work with: the problem, an evaluator that trains candidates side by side and
/// keeps the best of them, and the run's budget, ledger and stop button.
class MethodContext {
 public:
  MethodContext(const Problem& problem, TuneOptions options);

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

  /// Trains one network for each row of λ [k, n] on the training part, as one ensemble, and scores it on the
  /// validation part. Interrupted candidates are not recorded.
  std::vector<Evaluation> evaluate(const torch::Tensor& lambda);
  /// The same for few candidates, with what it takes to train them further.
  TrainedBatch train(const torch::Tensor& lambda);
  /// Trains candidates from `start` (fresh ones when empty) to epoch `until` of `epochs`, and scores them.
  /// They are no solutions of the lower level, so they are not recorded.
  TrainedBatch train_partly(const torch::Tensor& lambda, const TrainState& start, int64_t until,
                            int64_t epochs);
  const std::vector<Evaluation>& evaluations() const { return evaluations_; }
  /// Candidates so far, those that were trained in part too.
  int64_t trials() const { return static_cast<int64_t>(evaluations_.size()) + partial_trials_; }
  const std::optional<Incumbent>& best() const { return best_; }

  /// A piece of the run's work. Taken from the journal where an earlier attempt at the run has done it; else
  /// done now by `compute`, which fills `work` in and returns false when it was interrupted, and kept. What
  /// compute charges to the ledger before its first epoch it must not charge again when it continues.
  bool once(Work& work, const std::function<bool(const Continuation& continuation)>& compute);
  /// Keeps a record of an iteration while the run goes on.
  void note(const Iteration& record);

  /// Lower-level solves that the budget still allows the search. With `extra`, each of them is followed by
  /// two more that cost so much of a solve together: the sides of a hypergradient.
  int64_t solves_left(double extra = 0) const;
  /// The same for trainings of so many epochs, when one whole solve is to be kept back.
  int64_t trainings_left(int64_t epochs) const;
  bool stop_requested() const { return options_.stop && options_.stop(); }

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
  TrainedBatch train(SolveRequest request, const LowerOptions& lower, Training training,
                     int64_t siblings = -1);
  bool solve(SolveRequest request, const LowerOptions& lower, Training training, Work& work);
  void take_incumbent(const Work& work);
  void set_clock(double seconds);
  void report(Progress progress) const;

  const Problem& problem_;
  TuneOptions options_;
  Ledger ledger_;
  std::string engine_;
  std::vector<Evaluation> evaluations_;
  std::optional<Incumbent> best_;
  int64_t partial_trials_ = 0;
  Ledger search_began_;  ///< the ledger when the first phase of the search began
  double search_began_seconds_ = 0;
  double seconds_before_ = 0;  ///< of earlier attempts at the run
  Stopwatch clock_;

  std::string phase_;
  int64_t phase_planned_ = 0;
  int64_t phase_done_ = 0;
  Stopwatch phase_clock_;
  std::vector<PhaseCost> phase_began_;  ///< of every phase, what the run had cost when it began
};

}  // namespace gbho
