#include <fmt/format.h>

#include <algorithm>

#include "gbho/run/sampling_method.h"
#include "run/check_network.h"

namespace gbho {
namespace {

MethodResult result_of(const MethodContext& context, Termination termination, const std::string& how,
                       int64_t planned) {
  MethodResult result;
  result.termination = termination;
  result.iterations = context.candidates();
  const int64_t own = static_cast<int64_t>(result.iterations.size()) - context.enqueued();
  result.message = fmt::format("{}{} of {} candidates trained", how, own, planned);
  return result;
}

}  // namespace

MethodResult SamplingMethod::run(MethodContext& context) {
  begin(context.space(), context.seed());
  context.begin_search();
  context.begin_phase("search", std::min(planned(), context.solves_left()));
  while (true) {
    // First what somebody else has asked for, so that the method can learn from it.
    if (const auto enqueued = context.train_enqueued()) {
      tell(*enqueued);
      if (context.stop_requested()) {
        return result_of(context, Termination::kInterrupted, "stopped in the search, ", planned());
      }
    }
    const torch::Tensor lambda = ask();
    if (lambda.size(0) == 0) break;
    const int64_t allowed = std::min(lambda.size(0), context.solves_left());
    const std::vector<Evaluation> trained =
        allowed > 0 ? context.train(lambda.slice(0, 0, allowed)) : std::vector<Evaluation>();
    tell(trained);
    if (context.stop_requested()) {
      return result_of(context, Termination::kInterrupted, "stopped in the search, ", planned());
    }
    if (static_cast<int64_t>(trained.size()) < lambda.size(0)) {
      context.end_phase();
      return result_of(context, Termination::kBudget, "the budget ended the search, ", planned());
    }
  }
  context.end_phase();
  return result_of(context, Termination::kFinished, "", planned());
}

void SamplingMethod::check_problem(const Problem& problem) const {
  check_listed(problem, name());
}

}  // namespace gbho
