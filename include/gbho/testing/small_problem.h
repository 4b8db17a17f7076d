#pragma once

#include <torch/types.h>

#include "gbho/base/random.h"
#include "gbho/run/context.h"

namespace gbho {

/// Three overlapping clouds of points in four dimensions.
inline Examples clouds(int64_t count, uint64_t seed) {
  Stream stream(seed, "test.clouds");
  Examples examples{torch::empty({count, 4}), torch::empty({count}, torch::kLong)};
  for (int64_t i = 0; i < count; ++i) {
    const int64_t label = i % 3;
    examples.y[i] = label;
    for (int64_t k = 0; k < 4; ++k) examples.x[i][k] = stream.normal() + (k == label ? 1.5 : 0.0);
  }
  return examples;
}

/// A problem that trains in milliseconds: a linear classifier with one penalty.
inline NetworkProblem small_problem(double low = -8, double high = 2) {
  ModelOptions model;
  model.kind = "linear";
  NetworkProblem problem;
  problem.level.model = make_model(model, {4}, 3);
  problem.level.penalty = Penalty(*problem.level.model, {{"l2", "l2", {}, 0.5}});
  problem.level.train = clouds(60, 1);
  problem.validation = clouds(30, 2);
  problem.test = clouds(45, 3);
  problem.box = Space({{"l2", "l2", low, high}});
  return problem;
}

/// The same with a weight for each of its 60 training examples beside the penalty.
inline NetworkProblem weighted_small_problem() {
  NetworkProblem problem = small_problem();
  const int64_t examples = problem.level.train.size();
  problem.level.weighting = ExampleWeighting(torch::arange(examples, torch::kLong), examples, 1);
  std::vector<Dimension> dimensions = problem.box.dimensions();
  for (int64_t i = 0; i < examples; ++i) {
    dimensions.push_back({"weight." + std::to_string(i), "example_weight", -5, 5, "sigmoid"});
  }
  problem.box = Space(std::move(dimensions));
  return problem;
}

inline TuneOptions small_options() {
  TuneOptions options;
  options.lower.epochs = 5;
  options.lower.batch = 16;
  options.lower.learning_rate = {0.1};
  options.runtime.threads = 1;
  options.seed = 4;
  return options;
}

}  // namespace gbho
