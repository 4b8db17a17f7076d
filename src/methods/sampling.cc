#include <fmt/format.h>

#include <algorithm>

#include "gbho/methods/method.h"

namespace gbho {
namespace {

MethodResult result_of(const MethodContext& context, Termination termination, const std::string& how,
                       int64_t planned) {
  MethodResult result;
  result.termination = termination;
  result.iterations = iterations_of(context.evaluations());
  result.message = fmt::format("{}{} of {} candidates trained", how, result.iterations.size(), planned);
  return result;
}

}  // namespace

MethodResult SamplingMethod::run(MethodContext& context) {
  begin(context.space(), context.seed());
  context.begin_search();
  context.begin_phase("search", std::min(planned(), context.solves_left()));
  for (torch::Tensor lambda = ask(); lambda.size(0) > 0; lambda = ask()) {
    const int64_t allowed = std::min(lambda.size(0), context.solves_left());
    if (allowed > 0) tell(context.evaluate(lambda.slice(0, 0, allowed)));
    if (context.stop_requested()) {
      return result_of(context, Termination::kInterrupted, "stopped in the search, ", planned());
    }
    if (allowed < lambda.size(0)) {
      context.end_phase();
      return result_of(context, Termination::kBudget, "the budget ended the search, ", planned());
    }
  }
  context.end_phase();
  return result_of(context, Termination::kFinished, "", planned());
}

std::vector<Iteration> iterations_of(const std::vector<Evaluation>& evaluations) {
  std::vector<Iteration> iterations;
  for (const Evaluation& evaluation : evaluations) {
    Iteration iteration;
    iteration.index = static_cast<int64_t>(iterations.size());
    iteration.lambda = evaluation.lambda;
    iteration.f = evaluation.objective;
    iteration.phi = evaluation.objective;
    iteration.validation_loss_consistent = evaluation.validation_loss;
    iteration.status = to_string(evaluation.status);
    iteration.message = evaluation.message;
    iterations.push_back(std::move(iteration));
  }
  return iterations;
}

}  // namespace gbho
