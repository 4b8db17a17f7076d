#pragma once

#include <torch/types.h>

#include <utility>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/data/dataset.h"

namespace gbho {

/// Prices, say: 40 + 12·(a linear function of five inputs, four of which matter, and noise), standardized by
/// the training part.
inline Dataset small_regression(int64_t train = 60, int64_t validation = 40, int64_t test = 50,
                                double noise = 0.5) {
  Stream stream(11, "test.regression");
  const std::vector<double> slope = {1.0, -0.7, 0.5, 0.25, 0.0};
  const auto draw = [&](int64_t count) {
    Examples part{torch::empty({count, 5}), torch::empty({count})};
    for (int64_t i = 0; i < count; ++i) {
      double value = noise * stream.normal();
      for (int64_t k = 0; k < 5; ++k) {
        const double input = stream.normal();
        part.x[i][k] = input;
        value += slope[static_cast<size_t>(k)] * input;
      }
      part.y[i] = 40 + 12 * value;
    }
    return part;
  };
  Dataset data;
  data.name = "prices";
  data.task = Task::kRegression;
  data.classes = 1;
  data.input_shape = {5};
  data.train = draw(train);
  data.validation = draw(validation);
  data.test = draw(test);
  data.target_name = "price";
  data.target_mean = data.train.y.mean().item<double>();
  data.target_deviation = data.train.y.std(false).item<double>();
  for (Examples* part : {&data.train, &data.validation, &data.test}) {
    part->y = (part->y - data.target_mean) / data.target_deviation;
  }
  return data;
}

/// One penalty on all of a network with few hidden units, or on a linear one.
inline NetworkProblem small_regression_problem(const Dataset& data, const std::string& kind = "linear") {
  ModelOptions model;
  model.kind = kind;
  model.hidden = {8};
  Hyperparameter l2;
  l2.name = "l2";
  l2.low = -8;
  l2.high = 2;
  return network_problem(data, model, {l2});
}

}  // namespace gbho
