#pragma once

#include <cstdint>

namespace gbho {

/// What a run has cost, everything included: pilots, re-solves, augmented-Lagrangian steps.
struct Ledger {
  int64_t lower_solves = 0;
  int64_t upper_solves = 0;
  int64_t sample_gradients = 0;    ///< one example through one backward pass of one network
  int64_t sample_evaluations = 0;  ///< one example through one forward pass alone
  int64_t hessian_vector_products = 0;
  double seconds_lower = 0;

  Ledger& operator+=(const Ledger& other);
};

}  // namespace gbho
