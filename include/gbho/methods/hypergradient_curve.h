#pragma once

#include <cstdint>
#include <vector>

#include "gbho/methods/two_sided.h"
#include "gbho/record/tune_options.h"
#include "gbho/run/callback.h"

namespace gbho {

/// One point of the validation curve along the diagonal of the box (with one hyperparameter: along λ).
struct CurvePoint {
  double position = 0;    ///< λ of the first hyperparameter
  double upper = 0;       ///< F of the consistent model
  double difference = 0;  ///< central difference of F: the reference
  double two_sided = 0;   ///< the two-sided hypergradient along the diagonal
  double one_sided = 0;   ///< β⁺ against a β⁰ that trained on as long, with the same batches
  double drifting = 0;    ///< β⁺ against β* as it was: what training on does, divided by ε, is in it
};

struct HypergradientCurve {
  std::vector<CurvePoint> points;
  double relative_error = 0;  ///< ‖two_sided − difference‖ / ‖difference‖ over the curve
  double one_sided_error = 0;
  double drifting_error = 0;
  int64_t steep = 0;                  ///< points with |difference| above the threshold …
  int64_t right_signs = 0;            ///< … and those of them where the two-sided sign is right
  int64_t one_sided_right_signs = 0;  ///< … and the one-sided
};

struct CurveOptions {
  int64_t points = 29;
  double low = -9;  ///< of the first hyperparameter; the others keep their place in their range
  double high = -2;
  double step = 0.25;   ///< of the central difference, in λ
  double steep = 0.03;  ///< |dF/dλ| from which a sign counts
};

/// Compares the two-sided hypergradient with the slope of the validation curve. All networks start from the
/// same weights and see the same batches, so that the curve's own noise is small. Without points when
/// the callback has ended it.
HypergradientCurve hypergradient_curve(const Problem& problem, const TuneOptions& tuning,
                                       const TwoSidedOptions& method, const CurveOptions& options,
                                       const Callback& callback = {});

}  // namespace gbho
