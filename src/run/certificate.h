#pragma once

#include <torch/types.h>

#include <optional>
#include <vector>

#include "gbho/record/summary.h"
#include "gbho/run/context.h"
#include "run/value_model.h"

namespace gbho::inline internal {

struct CertificateRules {
  double z = 3;
  double delta = 0.01;
  double epsilon = 0.01;
};

/// C1, C2 and the bound at (λ, β) with f(λ, β) = `lower`, from a model whose sample does not hold the point.
Certificate certify(const ValueModel& model, const torch::Tensor& lambda, double lower,
                    const CertificateRules& rules);

/// Adds what the lower-level solve at the certified λ gave: φ, and one more model for the certain bound.
void record_solve(const Evaluation& solved, Certificate& certificate, Iteration& record);

/// A certificate for the consistent model of any method: the best candidate against a φ̂ of all the others.
/// Nothing when there are too few of them.
std::optional<Certificate> certify_consistent(MethodContext& context, const CertificateRules& rules);

}  // namespace gbho::inline internal
