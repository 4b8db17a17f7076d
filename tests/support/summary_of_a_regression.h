#pragma once

#include "support/summary_of_a_run.h"

namespace gbho {

/// The same search, for a number: a deviation of 9.2, and losses that go with the errors.
inline Summary summary_of_a_regression() {
  Summary summary = summary_of_a_run();
  summary.task = "regression";
  summary.data.name = "houses.csv";
  summary.data.target = "price";
  summary.data.target_mean = 22.5;
  summary.data.target_deviation = 9.2;
  ModelScores scores;
  scores.regression = true;
  scores.train_loss = 0.10;
  scores.validation_loss = 0.16;
  scores.test_loss = 0.25;
  scores.train_rmse = 2.909;
  scores.validation_rmse = 3.68;
  scores.test_rmse = 4.6;
  scores.train_r2 = 0.9;
  scores.validation_r2 = 0.83;
  scores.test_r2 = 0.76;
  summary.consistent = scores;
  scores.test_loss = 0.16;
  scores.test_rmse = 3.68;
  scores.test_r2 = 0.8464;
  summary.refit = scores;
  return summary;
}

}  // namespace gbho
