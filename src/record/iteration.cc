#include "gbho/record/iteration.h"

#include "gbho/record/evaluation.h"

namespace gbho {

Iteration iteration_of(const Evaluation& evaluation, int64_t index) {
  Iteration iteration;
  iteration.index = index;
  iteration.lambda = evaluation.lambda;
  iteration.f = evaluation.objective;
  iteration.phi = evaluation.objective;
  iteration.validation_loss_consistent = evaluation.validation_loss;
  iteration.status = to_string(evaluation.status);
  iteration.message = evaluation.message;
  return iteration;
}

std::vector<Iteration> iterations_of(const std::vector<Evaluation>& evaluations) {
  std::vector<Iteration> iterations;
  iterations.reserve(evaluations.size());
  for (const Evaluation& evaluation : evaluations) {
    iterations.push_back(iteration_of(evaluation, static_cast<int64_t>(iterations.size())));
  }
  return iterations;
}

}  // namespace gbho
