#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gbho/nn/model.h"
#include "gbho/record/certificate.h"
#include "gbho/record/iteration.h"
#include "gbho/record/summary.h"
#include "gbho/record/trace_point.h"

namespace gbho {

/// What a method's search came to. λ* is not part of it: it is chosen among all candidates that the context
/// has evaluated, by the validation loss of consistent models, the same way for every method.
struct MethodResult {
  Termination termination = Termination::kFinished;
  std::string message;
  Weights joint;  ///< the weights the method itself ends with, an ensemble of one; empty for most
  std::vector<double> joint_lambda;  ///< the λ they belong to
  std::optional<Certificate> certificate;
  std::vector<Iteration> iterations;
  std::vector<TracePoint> trace;  ///< of methods that move λ while they train
};

}  // namespace gbho
