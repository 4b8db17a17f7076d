#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/record/study_record.h"
#include "gbho/record/summary_json.h"

namespace gbho {

/// A run as a store would have kept it: its candidates as trials, with costs in proportion.
inline StudyRecord record_of(const Summary& summary) {
  StudyRecord record;
  record.overview = {summary.study,
                     summary.method,
                     summary.seed,
                     "finished",
                     "2026-11-15T22:01:02",
                     "2026-11-15T22:03:04",
                     0,
                     kNone,
                     summary.seconds};
  record.message = summary.message;
  record.study_file =
      "# as it was run\nname = \"" + summary.study + "\"\nmethod = \"" + summary.method + "\"\n";
  record.given = summary.given;
  record.used = summary.used;
  record.environment = R"({"version":"0.1.0","device":"cpu"})";
  record.space = summary.space;
  record.iterations = summary.iterations;
  record.summary = summary_json(summary);
  const auto count = static_cast<double>(summary.iterations.size());
  for (const Iteration& iteration : summary.iterations) {
    Trial trial;
    trial.number = static_cast<int64_t>(record.trials.size());
    trial.phase = iteration.kind == "iteration" ? "iterations" : "search";
    trial.evaluation.lambda = iteration.lambda;
    trial.evaluation.objective = iteration.phi;
    trial.evaluation.validation_loss = iteration.validation_loss_consistent;
    trial.evaluation.status =
        iteration.status == "diverged" ? MemberStatus::kDiverged : MemberStatus::kFinished;
    trial.partial = iteration.kind == "trial";
    if (trial.partial) trial.evaluation.validation_loss = iteration.upper;
    const double part = static_cast<double>(trial.number + 1) / count;
    trial.spent.lower_solves = std::llround(part * static_cast<double>(summary.ledger.lower_solves));
    trial.spent.sample_gradients = std::llround(part * static_cast<double>(summary.ledger.sample_gradients));
    trial.seconds = part * summary.seconds;
    record.trials.push_back(std::move(trial));
  }
  record.overview.trials = static_cast<int64_t>(record.trials.size());
  return record;
}

/// Cut short: as it was while it ran.
inline StudyRecord running_record(const Summary& summary, size_t trials) {
  StudyRecord record = record_of(summary);
  record.overview.state = "running";
  record.message.clear();
  record.summary.clear();
  record.trials.resize(std::min(trials, record.trials.size()));
  record.iterations.resize(std::min(trials, record.iterations.size()));
  record.overview.trials = static_cast<int64_t>(record.trials.size());
  return record;
}

/// A random search over so many hyperparameters that never was.
inline Summary made_up_summary(size_t trials, size_t dimensions) {
  Summary summary;
  summary.study = "made-up";
  summary.method = "random";
  summary.data = {"mnist-1k", "abc", 600, 400, 10000};
  for (size_t k = 0; k < dimensions; ++k) summary.space.push_back({"l2_" + std::to_string(k), "l2", -10, 0});
  Stream stream(3, "test.records");
  double best = HUGE_VAL;
  for (size_t i = 0; i < trials; ++i) {
    Iteration iteration;
    iteration.index = static_cast<int64_t>(i);
    double loss = 0.3 + 0.02 * stream.normal() * stream.normal();
    for (size_t k = 0; k < dimensions; ++k) {
      iteration.lambda.push_back(-10 * stream.uniform());
      loss += std::pow(iteration.lambda[k] + 4, 2) / (20.0 * static_cast<double>((k + 1) * (k + 1)));
    }
    iteration.f = iteration.phi = loss / 2;
    iteration.validation_loss_consistent = loss;
    if (i % 500 == 499) {
      iteration.status = "diverged";
      iteration.validation_loss_consistent = kNone;
    } else if (loss < best) {
      best = loss;
      summary.lambda = iteration.lambda;
    }
    summary.iterations.push_back(std::move(iteration));
  }
  summary.consistent = ModelScores{0.1, best, best, 0.99, 0.88, 0.87};
  summary.refit = ModelScores{0.1, 0.1, 0.9 * best, 0.99, 0.98, 0.9};
  summary.ledger.lower_solves = static_cast<int64_t>(trials);
  summary.ledger.sample_gradients = static_cast<int64_t>(trials) * 30000;
  summary.ledger.seconds_lower = 0.2 * static_cast<double>(trials);
  summary.seconds = 0.25 * static_cast<double>(trials);
  summary.engine = "fused/avx2";
  summary.runtime.threads = 2;
  return summary;
}

}  // namespace gbho
