#pragma once

#include <cstdint>
#include <vector>

#include "gbho/bilevel/network_problem.h"
#include "gbho/bilevel/problem.h"

namespace gbho::inline internal {

/// What a solve needs to know of its problem: a network with its data, or plain functions. Exactly one is
/// set.
struct LowerLevel {
  const NetworkLevel* network = nullptr;
  const Problem* functions = nullptr;

  const std::vector<Parameter>& parameters() const;
  int64_t hyperparameters() const;
  /// Rows that an epoch passes over; 1 for functions, whose epoch is one step.
  int64_t rows() const;
  /// Sample-gradients of one pass.
  int64_t examples() const;
  /// The loss of a blind guess; infinite for functions, where nothing is known of it.
  double blind_loss() const;
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const;
};

}  // namespace gbho::inline internal
