#include "train/solve_folds.h"

#include <gtest/gtest.h>

#include "support/folded_problem.h"

namespace gbho {
namespace {

SolveRequest request_of() {
  SolveRequest request;
  request.lambda = torch::tensor({{-3.0}, {-1.0}}, torch::kFloat64);
  request.seed = 4;
  return request;
}

void expect_equal(const Weights& a, const Weights& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t p = 0; p < a.size(); ++p) EXPECT_TRUE(torch::equal(a[p], b[p])) << p;
}

TEST(SolveFolds, EveryFoldIsSolvedAsByItself) {
  const FoldedProblem problem = small_folds();
  const TuneOptions options = small_options();
  Ledger ledger;
  const SolveResult all = solve_lower(problem, options.lower, options.runtime, request_of(), ledger);
  EXPECT_EQ(ledger.lower_solves, 2);  // a candidate's folds are one solve
  int64_t gradients = 0;
  std::vector<double> objective(2, 0.0);
  for (size_t k = 0; k < 3; ++k) {
    Ledger own;
    const SolveResult fold =
        solve_lower(problem.folds[k].level, options.lower, options.runtime, request_of(), own);
    expect_equal(problem.of_fold(all.weights(), k), fold.weights());
    gradients += own.sample_gradients;
    for (size_t e = 0; e < 2; ++e) objective[e] += fold.objective[e] / 3;
  }
  EXPECT_EQ(ledger.sample_gradients, gradients);
  for (size_t e = 0; e < 2; ++e) EXPECT_NEAR(all.objective[e], objective[e], 1e-12);
}

// Left after any epoch of any fold and taken up again: the same bits.
TEST(SolveFolds, GoesOnWhereItWasLeft) {
  const FoldedProblem problem = small_folds();
  const TuneOptions options = small_options();
  Ledger ledger;
  const SolveResult whole = solve_lower(problem, options.lower, options.runtime, request_of(), ledger);
  for (int leave_after = 1; leave_after < 15; ++leave_after) {
    std::optional<Snapshot> left;
    Ledger at_snapshot;
    Ledger spent;
    SolveRequest first = request_of();
    int epochs = 0;
    first.on_epoch = [&](const EpochRecord&) { return ++epochs < leave_after; };
    first.continuation.offer = [&](const std::function<Snapshot()>& capture, bool) {
      left = capture();
      at_snapshot = spent;
    };
    const SolveResult part = solve_lower(problem, options.lower, options.runtime, first, spent);
    if (!part.interrupted || !left) continue;  // the last epoch of a fold offers nothing
    SolveRequest second = request_of();
    second.continuation.from = left;
    const SolveResult rest = solve_lower(problem, options.lower, options.runtime, second, at_snapshot);
    ASSERT_FALSE(rest.interrupted);
    expect_equal(rest.weights(), whole.weights());
    EXPECT_EQ(rest.objective, whole.objective);
    EXPECT_EQ(at_snapshot.sample_gradients, ledger.sample_gradients) << leave_after;
    EXPECT_EQ(at_snapshot.lower_solves, ledger.lower_solves) << leave_after;
  }
}

TEST(SolveFolds, ThreadsDoNotMatter) {
  const FoldedProblem problem = small_folds();
  TuneOptions options = small_options();
  Ledger ledger;
  const SolveResult one = solve_lower(problem, options.lower, options.runtime, request_of(), ledger);
  options.runtime.threads = 3;
  const SolveResult three = solve_lower(problem, options.lower, options.runtime, request_of(), ledger);
  expect_equal(one.weights(), three.weights());
}

}  // namespace
}  // namespace gbho
