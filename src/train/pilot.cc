#include "gbho/train/pilot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "gbho/base/error.h"

namespace gbho {

namespace {

template <typename AnyProblem>
PilotResult choose_rates(const AnyProblem& problem, const LowerOptions& options, const Runtime& runtime,
                         const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                         const EpochCallback& on_epoch, const Continuation& continuation,
                         const StopCallback& stop) {
  options.validate();
  PilotResult result;
  for (const double momentum : options.momentum) {
    for (const double rate : options.learning_rate) result.trials.push_back({rate, momentum, 0});
  }
  if (result.trials.size() == 1 || options.optimizer == "lbfgs") {
    result.trials.clear();
    result.learning_rate = options.learning_rate.front();
    result.momentum = options.momentum.front();
    return result;
  }

  // Every pair at every λ, as one ensemble.
  const auto points = static_cast<size_t>(lambda.size(0));
  SolveRequest request;
  request.lambda = lambda.repeat({static_cast<int64_t>(result.trials.size()), 1});
  request.seed = seed;
  request.on_epoch = on_epoch;
  request.stop = stop;
  request.continuation = continuation;
  for (const PilotTrial& trial : result.trials) {
    request.learning_rate.insert(request.learning_rate.end(), points, trial.learning_rate);
    request.momentum.insert(request.momentum.end(), points, trial.momentum);
  }
  const SolveResult solved = solve_lower(problem, options, runtime, request, ledger);
  if (solved.interrupted) return result;
  for (size_t t = 0; t < result.trials.size(); ++t) {
    for (size_t i = 0; i < points; ++i) {
      const size_t member = t * points + i;
      const bool diverged = solved.members[member].status == MemberStatus::kDiverged;
      result.trials[t].objective += diverged ? std::numeric_limits<double>::infinity()
                                             : solved.objective[member] / static_cast<double>(points);
    }
  }
  const auto best =
      std::min_element(result.trials.begin(), result.trials.end(),
                       [](const PilotTrial& a, const PilotTrial& b) { return a.objective < b.objective; });
  if (best->objective == std::numeric_limits<double>::infinity()) {
    throw RunError(fmt::format(
        "the pilot diverged at every learning rate of lower.learning_rate = [{}]: give smaller ones",
        fmt::join(options.learning_rate, ", ")));
  }
  result.learning_rate = best->learning_rate;
  result.momentum = best->momentum;
  return result;
}

}  // namespace

PilotResult run_pilot(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation,
                      const StopCallback& stop) {
  return choose_rates(problem, options, runtime, lambda, seed, ledger, on_epoch, continuation, stop);
}

PilotResult run_pilot(const Problem& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation,
                      const StopCallback& stop) {
  return choose_rates(problem, options, runtime, lambda, seed, ledger, on_epoch, continuation, stop);
}

}  // namespace gbho
