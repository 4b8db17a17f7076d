#pragma once

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "gbho/run/sampling_method.h"

namespace gbho {

/// F by hand, instead of training. Not a number: the candidate diverges.
using HandMade = std::function<double(const std::vector<double>& lambda)>;

inline Evaluation evaluation_at(const std::vector<double>& lambda, double value) {
  Evaluation evaluation;
  evaluation.lambda = lambda;
  if (std::isfinite(value)) {
    evaluation.validation_loss = value;
  } else {
    evaluation.status = MemberStatus::kDiverged;
  }
  return evaluation;
}

inline std::vector<std::vector<double>> rows_of(const torch::Tensor& points) {
  std::vector<std::vector<double>> rows;
  for (int64_t i = 0; i < points.size(0); ++i) {
    const torch::Tensor own = points[i].contiguous();
    rows.emplace_back(own.data_ptr<double>(), own.data_ptr<double>() + own.numel());
  }
  return rows;
}

/// Asks and tells until there is nothing to ask: all evaluations, in their order.
inline std::vector<Evaluation> drive(SamplingMethod& method, const Space& space, const HandMade& function,
                                     uint64_t seed = 1) {
  std::vector<Evaluation> all;
  method.begin(space, seed);
  for (torch::Tensor points = method.ask(); points.size(0) > 0; points = method.ask()) {
    std::vector<Evaluation> told;
    for (const std::vector<double>& lambda : rows_of(points)) {
      told.push_back(evaluation_at(lambda, function(lambda)));
    }
    method.tell(told);
    all.insert(all.end(), told.begin(), told.end());
  }
  return all;
}

inline double lowest(const std::vector<Evaluation>& evaluations) {
  double least = std::numeric_limits<double>::infinity();
  for (const Evaluation& evaluation : evaluations) {
    if (evaluation.usable()) least = std::min(least, evaluation.criterion());
  }
  return least;
}

/// The largest difference of a coordinate, for the two of them that are closest.
inline double smallest_gap(const std::vector<Evaluation>& evaluations) {
  double smallest = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < evaluations.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      double gap = 0;
      for (size_t k = 0; k < evaluations[i].lambda.size(); ++k) {
        gap = std::max(gap, std::abs(evaluations[i].lambda[k] - evaluations[j].lambda[k]));
      }
      smallest = std::min(smallest, gap);
    }
  }
  return smallest;
}

inline std::vector<std::vector<double>> lambdas_of(const std::vector<Evaluation>& evaluations) {
  std::vector<std::vector<double>> lambdas;
  lambdas.reserve(evaluations.size());
  for (const Evaluation& evaluation : evaluations) lambdas.push_back(evaluation.lambda);
  return lambdas;
}

/// [−10, 0] × [−4, 4]
inline Space search_plane() {
  return Space({{"a", "l2", -10, 0}, {"b", "l2", -4, 4}});
}

/// Smooth, with its minimum 0.1 at (−3, 1).
inline double bowl(const std::vector<double>& lambda) {
  return 0.1 + 0.02 * std::pow(lambda[0] + 3, 2) + 0.05 * std::pow(lambda[1] - 1, 2);
}

/// Half of the plane diverges.
inline double half_a_bowl(const std::vector<double>& lambda) {
  return lambda[0] > -4 ? std::numeric_limits<double>::quiet_NaN() : bowl(lambda);
}

}  // namespace gbho
