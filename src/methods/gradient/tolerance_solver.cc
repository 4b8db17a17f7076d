#include "methods/gradient/tolerance_solver.h"

#include <algorithm>
#include <cmath>

#include "gbho/base/random.h"
#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {
namespace {

// Beyond it single precision has nothing to give.
constexpr double kLeast = 1e-7;

}  // namespace

ToleranceSolver::ToleranceSolver(const EstimatorContext& context, const TrainState& start, int64_t iterations)
    : context_(context), lower_(context.options().lower) {
  lower_.optimizer = "lbfgs";
  lower_.epochs = iterations;
  for (const torch::Tensor& tensor : start.weights) weights_.push_back(tensor.detach().clone());
}

double ToleranceSolver::norm_at_the_start(const torch::Tensor& lambda) const {
  const Problem& problem = context_.problem();
  const Weights start =
      problem.initial_weights(1, Stream(context_.seed(), "train.init"), lower_.shared_initial_weights);
  const Weights gradient = problem.lower_derivatives(lambda, start).weights;
  context_.ledger().sample_gradients += problem.lower_examples();
  return std::sqrt(dot(gradient, gradient));
}

bool ToleranceSolver::solve(const torch::Tensor& lambda, double tolerance) {
  if (reference_ == 0) reference_ = norm_at_the_start(lambda);
  lower_.gradient_tolerance = std::max(kLeast, tolerance) * reference_;
  if (!(lower_.gradient_tolerance > 0)) return false;
  SolveRequest request;
  request.lambda = lambda;
  request.seed = context_.seed();
  request.start = TrainState{weights_, {}, 0};
  // One network is open all the while: it counts as one solve, and costs what it costs.
  Ledger& ledger = context_.ledger();
  const int64_t solves = ledger.lower_solves;
  const SolveResult solved =
      solve_lower(context_.problem(), lower_, context_.options().runtime, request, ledger);
  ledger.lower_solves = solves;
  weights_ = solved.weights();
  return solved.members.front().status != MemberStatus::kDiverged && all_finite(weights_);
}

Snapshot ToleranceSolver::snapshot() const {
  Snapshot snapshot;
  snapshot.add("weights", weights_);
  snapshot.add("reference", torch::tensor(reference_, torch::kDouble));
  return snapshot;
}

void ToleranceSolver::restore(const Snapshot& snapshot) {
  weights_ = moved_to(snapshot.weights("weights"), weights_);
  reference_ = snapshot.tensor("reference").item<double>();
}

}  // namespace gbho::inline internal
