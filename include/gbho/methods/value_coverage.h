#pragma once

#include <cstdint>
#include <vector>

#include "gbho/methods/gbho.h"
#include "gbho/record/number.h"
#include "gbho/record/tune_options.h"
#include "gbho/run/callback.h"

namespace gbho {

/// A λ at which the model of φ is held against solves that it has not seen.
struct CoveragePoint {
  std::vector<double> lambda;
  double phi_hat = kNone;
  double s_hat = kNone;
  double phi = kNone;     ///< what a solve like those of the sample reaches
  double longer = kNone;  ///< what a longer one reaches; none for points that were left out
};

/// φ̂ and ŝ of one kind of model, and the solves beside them.
struct ValueCoverage {
  bool gradients = false;               ///< fitted to envelope gradients too
  std::vector<CoveragePoint> left_out;  ///< each point of the sample, from all the others
  std::vector<CoveragePoint> fresh;     ///< other points of the box, from the whole sample
};

struct CoverageOptions {
  int64_t points = 20;  ///< fresh ones, uniform in the box
  int64_t longer = 10;  ///< epochs of the longer solves, as a multiple
};

/// How often φ is where φ̂ ± zŝ says: the sample is the design of `method`; models from values alone, and from
/// values and gradients. Empty when the callback has ended it.
std::vector<ValueCoverage> value_coverage(const Problem& problem, const TuneOptions& tuning,
                                          const GbhoOptions& method, const CoverageOptions& options,
                                          const Callback& callback = {});

/// How many of the points are covered.
struct CoverageCount {
  int64_t points = 0;
  int64_t within = 0;     ///< |φ − φ̂| ≤ zŝ
  int64_t not_below = 0;  ///< φ ≥ φ̂ − zŝ: what a certificate needs
};

/// Against `longer` solves where asked for, else against the usual ones; points without the number are left
/// out.
CoverageCount count_covered(const std::vector<CoveragePoint>& points, double z, bool against_longer);

}  // namespace gbho
