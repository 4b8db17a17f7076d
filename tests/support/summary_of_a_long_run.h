#pragma once

#include <string>

#include "support/summary_of_a_run.h"

namespace gbho {

/// A summary as a method leaves it that has cleaned labels: a penalty, a weight for each example, a trace
/// with models at every fifth point, and how many of the wrong labels it found. The best round is 30.
inline Summary summary_of_a_long_run(size_t examples = 100) {
  Summary summary = summary_of_a_run();
  summary.method = "two_sided";
  summary.message = "best at round 30 of 100";
  summary.data.selection = 400;
  summary.iterations.clear();
  summary.lambda = {-9};
  for (size_t i = 0; i < examples; ++i) {
    summary.space.push_back({"weight." + std::to_string(i), "example_weight", -5, 5, "sigmoid"});
    summary.lambda.push_back(i % 2 == 0 ? -4 : 1 + static_cast<double>(i) / static_cast<double>(examples));
  }
  for (int64_t i = 0; i <= 10; ++i) {
    const auto step = static_cast<double>(i);
    TracePoint point;
    point.round = 10 * i;
    point.sample_gradients = 1000 * (i + 1);
    point.validation_loss = 1 - step / 20;
    point.selection_loss = 0.5 + (step - 3) * (step - 3) / 100;
    point.test_loss = point.selection_loss + 0.1;
    point.test_accuracy = 0.9 - step / 100;
    if (i % 5 == 0) {
      point.lambda = summary.lambda;
      point.consistent = {kNone, 0.5, 0.45, kNone, 0.85, 0.8 + step / 100};
      point.refit = {kNone, 0.3, 0.40 + step / 100, kNone, 0.9, 0.85 + step / 200};
    }
    summary.trace.push_back(point);
  }
  summary.cleaning = Cleaning{5000, 2500, 2633, 2356, 0.8948, 0.9424, 0.918};
  return summary;
}

}  // namespace gbho
