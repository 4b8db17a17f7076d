#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// One candidate of a sampling method, or one iteration of another. What a method does not have is not a
/// number.
struct Iteration {
  int64_t index = 0;
  std::string kind = "sample";  ///< sample | enqueued | iteration | trial: trained in part
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

struct Evaluation;

/// The record of a sampled candidate, and of many.
Iteration iteration_of(const Evaluation& evaluation, int64_t index);
std::vector<Iteration> iterations_of(const std::vector<Evaluation>& evaluations);

}  // namespace gbho
