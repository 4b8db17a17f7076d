#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gbho/bilevel/ledger.h"
#include "gbho/bilevel/space.h"
#include "gbho/nn/model.h"
#include "gbho/train/options.h"
#include "gbho/train/pilot.h"

namespace gbho {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// How a run came to its end. A failed run has no models; only a contest records one, and goes on.
enum class Termination { kFinished, kBudget, kConverged, kInterrupted, kNoModel, kFailed };
std::string to_string(Termination termination);

/// Mean cross-entropy without the penalty, and accuracy; not a number where a part of the data is empty.
struct ModelScores {
  double train_loss = kNone;
  double validation_loss = kNone;
  double test_loss = kNone;
  double train_accuracy = kNone;
  double validation_accuracy = kNone;
  double test_accuracy = kNone;
};

/// One of the three models that every run ends with.
struct TrainedModel {
  ModelScores scores;
  Weights weights;  ///< an ensemble of one
};

/// One candidate of a sampling method, or one iteration of another. What a method does not have is not a
/// number.
struct Iteration {
  int64_t index = 0;
  std::string kind = "sample";  ///< sample | iteration | trial: trained in part
  std::vector<double> lambda;
  double f = kNone;
  double phi_hat = kNone;
  double s_hat = kNone;
  double phi = kNone;
  double upper = kNone;
  double mu = kNone;
  double rho = kNone;
  double validation_loss_consistent = kNone;
  std::string status = "finished";  ///< of the lower-level solve; "diverged" is data, not an error
  std::string message;
};

/// How good the networks of a method that moves λ were on the way. Test scores are for the record: nothing is
/// chosen by them.
struct TracePoint {
  int64_t round = 0;             ///< counted from 0, those of the warm-up too
  int64_t sample_gradients = 0;  ///< that the run had cost by then
  double validation_loss = kNone;
  double selection_loss = kNone;
  double test_loss = kNone;
  double test_accuracy = kNone;
  std::vector<double> lambda;  ///< where models were trained for the record; else empty
  ModelScores consistent;
  ModelScores refit;
};

/// The numbers that a certificate was made from, so that anyone can make it again.
struct Evidence {
  std::string correlation = "rbf";
  std::vector<double> lengths;
  double nugget = 0;
  double gradient_nugget = 0;
  double jitter = 0;
  std::vector<std::vector<double>> lambda;         ///< of the sample, before the certified point joined it
  std::vector<double> phi;                         ///< φ there
  std::vector<std::vector<double>> gradients;      ///< ∇φ there; empty: φ̂ is from values alone
  std::vector<double> model_loss;                  ///< L_i of every trained model, for the certain bound
  std::vector<std::vector<double>> model_penalty;  ///< R_ik of every trained model
};

/// How far a pair (λ, β) can be from the optimal value function (theorem 2 of the paper), and what was
/// checked.
struct Certificate {
  std::string model = "joint";  ///< joint | consistent: whose weights it is about
  std::vector<double> lambda;
  double probability = kNone;  ///< one-sided, of z
  double z = kNone;
  double delta = kNone;
  double epsilon = kNone;
  double s_hat = kNone;
  double phi_hat = kNone;
  double phi = kNone;
  double f = kNone;
  double violation = kNone;
  double bound = kNone;
  double phi_upper_bound = kNone;
  bool c1 = false;
  bool c2 = false;
  bool verified = false;
  Evidence evidence;
};

/// The data of a run, for the record.
struct DataFacts {
  std::string name;
  std::string checksum;
  int64_t train = 0;
  int64_t validation = 0;
  int64_t test = 0;
  int64_t selection = 0;
};

/// Wrong training labels that a weight below one half gives away.
struct Cleaning {
  int64_t examples = 0;
  int64_t corrupted = 0;
  int64_t flagged = 0;  ///< with a weight below one half
  int64_t found = 0;    ///< of both
  double precision = kNone;
  double recall = kNone;
  double f1 = kNone;
};

/// What a phase of a run has cost.
struct PhaseCost {
  std::string name;
  double seconds = 0;
  int64_t lower_solves = 0;
  int64_t sample_gradients = 0;
};

/// Everything that happened in one run.
struct Summary {
  std::string study;
  std::string method;
  uint64_t seed = 0;
  Termination termination = Termination::kFinished;
  std::string message;
  std::vector<std::string> warnings;

  DataFacts data;
  std::vector<Dimension> space;
  std::vector<double> lambda;  ///< λ*; empty when the run was interrupted before any candidate was ready
  std::optional<TrainedModel> joint;
  std::optional<TrainedModel> consistent;
  std::optional<TrainedModel> refit;
  std::vector<Parameter> parameters;  ///< names and shapes of the weights

  PilotResult pilot;
  Ledger ledger;
  std::vector<PhaseCost> phases;  ///< in the order in which they were gone through
  double seconds = 0;
  double peak_rss_mb = 0;
  std::string engine;  ///< "fused/avx512", …
  Runtime runtime;
  std::optional<Certificate> certificate;
  std::vector<Iteration> iterations;
  std::vector<TracePoint> trace;
  std::optional<Cleaning> cleaning;

  std::string given;  ///< JSON: the study as written, with its overrides
  std::string used;   ///< JSON: the same with every default filled in
  std::string version;
  std::vector<std::string> seed_streams;  ///< names of the random streams drawn from the seed
};

}  // namespace gbho
