#pragma once

#include <vector>

#include "gbho/train/solver.h"
#include "train/lower_level.h"

namespace gbho::inline internal {

/// Learning rate and momentum of every member.
struct Rates {
  std::vector<double> learning_rate;
  std::vector<double> momentum;
};

/// Throws ConfigError or DataError when the parts of a request do not fit each other.
void check_request(const LowerLevel& level, const LowerOptions& options, const Runtime& runtime,
                   const SolveRequest& request);

/// A learning rate that is a hyperparameter wins over the request's, that over the options'.
Rates request_rates(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request);

/// Throws ConfigError when the options cannot train with what the hyperparameters do to the training.
void check_training(const LowerLevel& level, const LowerOptions& options);

/// The given state, with fresh optimizer moments where it has none; or initial weights from the seed.
TrainState start_state(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request);

/// Members whose loss or penalty at the end is not a finite number count as diverged.
void mark_non_finite(SolveResult& result);

}  // namespace gbho::inline internal
