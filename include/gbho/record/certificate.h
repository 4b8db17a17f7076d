#pragma once

#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

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

}  // namespace gbho
