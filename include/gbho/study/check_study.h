#pragma once

#include <vector>

#include "gbho/methods/hypergradient_curve.h"
#include "gbho/methods/value_coverage.h"
#include "gbho/study/study.h"
#include "gbho/train/check_gradients.h"

namespace gbho {

/// ∇f of a study's model on its data: the engine that trains against autograd and central differences, at
/// both ends and in the middle of the box.
GradientCheck check_gradients(const Study& study);

/// The two-sided hypergradient of a study against the slope of its validation curve.
HypergradientCurve hypergradient_curve(const Study& study, const CurveOptions& options,
                                       const Callback& callback = {});

/// φ̂ ± zŝ of a study against solves that φ̂ has not seen.
std::vector<ValueCoverage> value_coverage(const Study& study, const CoverageOptions& options,
                                          const Callback& callback = {});

}  // namespace gbho
