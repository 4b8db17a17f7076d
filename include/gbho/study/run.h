#pragma once

#include <functional>
#include <memory>

#include "gbho/data/dataset.h"
#include "gbho/methods/context.h"
#include "gbho/methods/method.h"
#include "gbho/methods/summary.h"
#include "gbho/study/study.h"

namespace gbho {

/// A study with its data loaded, its model built and everything checked: nothing but training is left.
struct PreparedStudy {
  Study study;
  DataFacts data;
  TuningProblem problem;
  std::unique_ptr<Method> method;
};

/// Throws ConfigError or DataError.
PreparedStudy prepare(const Study& study);

/// Trains. Throws RunError when no candidate could be trained.
Summary run(PreparedStudy& prepared, const std::function<void(const Progress&)>& on_progress = {},
            const std::function<bool()>& stop = {});

}  // namespace gbho
