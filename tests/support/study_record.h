#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "gbho/record/study_record.h"

namespace gbho {

/// "2026-11-15T12:00:00.000000" and so many microseconds, less than half a day, later.
inline std::string time_after(int64_t microseconds) {
  const int64_t second = 12 * 3600 + microseconds / 1000000;
  return fmt::format("2026-11-15T{:02}:{:02}:{:02}.{:06}", second / 3600, second / 60 % 60, second % 60,
                     microseconds % 1000000);
}

/// Every seventh candidate diverged, every fifth was trained in part, the others are complete.
inline Trial trial_of_a_study(int64_t number) {
  Trial trial;
  trial.number = number;
  trial.phase = number < 3 ? "design" : "search";
  trial.epochs = number % 5 == 4 ? 10 : 50;
  trial.partial = number % 5 == 4;
  trial.spent.lower_solves = number + 1;
  trial.spent.sample_gradients = 30000 * (number + 1);
  trial.seconds = 0.25 * static_cast<double>(number + 1);
  trial.started = time_after(1500000 * number);
  trial.finished = time_after(1500000 * number + 1250000);
  Evaluation& evaluation = trial.evaluation;
  const auto place = static_cast<double>(number * 37 % 101) / 101;
  evaluation.lambda = {-10 + 10 * place, -8 + 6 * place * place};
  if (number % 7 == 6) {
    evaluation.status = MemberStatus::kDiverged;
    evaluation.message = "the loss became inf at epoch 3, \"sgd\"\nlower the learning rate";
    return trial;
  }
  evaluation.objective = 0.2 + place;
  evaluation.train_loss = 0.1 + place / 3;
  // A partly trained candidate has the lowest loss of all: it must not be taken for the best.
  evaluation.validation_loss = trial.partial ? 0.01 : 0.3 + (place - 0.4) * (place - 0.4);
  evaluation.validation_accuracy = 0.9 - place / 10;
  evaluation.lambda_gradient = {0.5, -0.25};
  return trial;
}

/// A study that was stopped after so many candidates, with a name that needs quoting everywhere.
inline StudyRecord study_record(int64_t trials) {
  StudyRecord record;
  record.overview.name = "rings, \"2\" λ's";
  record.overview.method = "hyperband";
  record.overview.seed = 18446744073709551615U;
  record.overview.state = "interrupted";
  record.overview.created = time_after(0);
  record.overview.updated = time_after(1500000 * trials);
  record.overview.trials = trials;
  record.overview.seconds = 0.25 * static_cast<double>(trials);
  record.message = "interrupted";
  record.study_file = "name = \"rings\"\nmethod = \"hyperband\"\n";
  record.given = R"({"name":"rings","method":"hyperband"})";
  record.used = R"({"name":"rings","method":"hyperband","seed":0})";
  record.environment = R"({"version":"0.1.0","threads":2})";
  record.space = {{"l2", "l2", -10, 0}, {"dropout", "l1", -8, -2}};
  for (int64_t i = 0; i < trials; ++i) {
    record.trials.push_back(trial_of_a_study(i));
    const Trial& trial = record.trials.back();
    const double loss = trial.evaluation.validation_loss;
    if (!trial.partial && std::isfinite(loss)) {
      record.overview.best_criterion = std::fmin(record.overview.best_criterion, loss);
    }
  }
  return record;
}

}  // namespace gbho
