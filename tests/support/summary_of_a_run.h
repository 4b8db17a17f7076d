#pragma once

#include "gbho/record/summary.h"

namespace gbho {

/// A summary as a grid search would leave it, made by hand.
inline Summary summary_of_a_run() {
  Summary summary;
  summary.study = "small";
  summary.method = "grid";
  summary.seed = 7;
  summary.message = "all 2 candidates are trained";
  summary.data = {"mnist-1k", "abc", 600, 400, 10000};
  summary.space = {{"l2", "l2", -10, 0}};
  summary.lambda = {-5};
  summary.consistent = ModelScores{0.1, 0.4, 0.5, 0.99, 0.88, 0.87};
  summary.refit = ModelScores{0.1, 0.1, kNone, 0.99, 0.98, kNone};
  summary.pilot = {0.1, 0.9, {{0.1, 0.9, 0.5}, {0.3, 0.9, 0.6}}};
  summary.ledger.lower_solves = 9;
  summary.ledger.sample_gradients = 1234567;
  summary.seconds = 75;
  summary.engine = "fused/avx2";
  summary.runtime.threads = 2;
  Iteration good;
  good.lambda = {-5};
  good.f = good.phi = 0.3;
  good.validation_loss_consistent = 0.4;
  Iteration bad;
  bad.index = 1;
  bad.lambda = {0};
  bad.status = "diverged";
  bad.message = "the loss became inf";
  summary.iterations = {good, bad};
  summary.warnings = {"1 of 2 candidates diverged and were left out"};
  summary.given = R"({"seed":7})";
  summary.used = R"({"seed":7,"method":"grid"})";
  summary.version = "0.1.0";
  summary.seed_streams = {"train.init"};
  return summary;
}

}  // namespace gbho
