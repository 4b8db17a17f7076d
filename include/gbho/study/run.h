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
  NetworkProblem problem;
  std::unique_ptr<Method> method;
  torch::Tensor corrupted;  ///< [N], bool: training labels known to be wrong; undefined: nothing is known
};

/// Throws ConfigError or DataError.
PreparedStudy prepare(const Study& study);

/// How a study's run goes about it; without callbacks.
TuneOptions tune_options(const StudyOptions& options);

/// The options that a study gives to a method.
OptionValues method_values(const StudyOptions& options, const std::string& method);

/// Trains; with a journal, what it holds is not done again. Throws RunError when no candidate could be
/// trained.
Summary run(PreparedStudy& prepared, const std::function<void(const Progress&)>& on_progress = {},
            const std::function<bool()>& stop = {}, Journal* journal = nullptr);

}  // namespace gbho
