#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>

#include "gbho/base/random.h"
#include "gbho/surrogate/kriging.h"

namespace gbho {

// What a point promises when the aim is to minimize y. `gradient`, where given, gets the derivatives in λ.

/// E max(0, best − Y), Y normal with the prediction's mean and error.
double expected_improvement(const Prediction& prediction, double best, Eigen::VectorXd* gradient = nullptr);

/// log of expected_improvement, finite and with a useful gradient even where that underflows to zero.
/// −∞ when the error is zero and the mean no better than `best`.
double log_expected_improvement(const Prediction& prediction, double best,
                                Eigen::VectorXd* gradient = nullptr);

/// φ̂ − κŝ: to be minimized. Hand its negative to maximize().
double lower_confidence_bound(const Prediction& prediction, double kappa,
                              Eigen::VectorXd* gradient = nullptr);

/// A function of λ; fills `gradient` when it is not null.
using BoxFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd* gradient)>;

struct MaximizeOptions {
  int64_t candidates = 512;   ///< Sobol (or, in many dimensions, random) points that are tried first
  int64_t starts = 8;         ///< the best of the candidates, from which a local search sets out …
  int64_t sample_starts = 3;  ///< … and the best of `points`, too
  int64_t evaluations = 200;  ///< at most, of one local search
  double min_distance = 0;  ///< to every row of `points`: Euclidean, each dimension as a part of high − low
};

/// The best point found in the box. `points`, [t, n] or empty, are existing sample points: places to start
/// from, and to keep away from when min_distance > 0. If no point of the box is that far from all of them,
/// the farthest candidate is returned. Deterministic for a given stream.
Eigen::VectorXd maximize(const BoxFunction& function, const Eigen::VectorXd& low, const Eigen::VectorXd& high,
                         const Eigen::MatrixXd& points, Stream stream, const MaximizeOptions& options = {});

}  // namespace gbho
