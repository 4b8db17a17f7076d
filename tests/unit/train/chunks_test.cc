#include "train/chunks.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/problems.h"
#include "train/score.h"

namespace gbho {
namespace {

using testing::make_lambda;
using testing::make_problem;

std::vector<std::vector<int64_t>> chunks_of(const std::vector<size_t>& sizes) {
  std::vector<std::vector<int64_t>> chunks;
  int64_t member = 0;
  for (const size_t size : sizes) {
    chunks.emplace_back(size);
    std::iota(chunks.back().begin(), chunks.back().end(), member);
    member += static_cast<int64_t>(size);
  }
  return chunks;
}

TEST(Chunks, FillTheThreads) {
  std::vector<int64_t> members(13);
  std::iota(members.begin(), members.end(), 0);
  EXPECT_EQ(share_out(members, 1).size(), 2U);
  EXPECT_EQ(share_out(members, 4).size(), 4U);
  EXPECT_EQ(share_out(members, 16).size(), 13U);
}

TEST(Chunks, AreUnevenWhereThreadsWaitForOneAnother) {
  EXPECT_FALSE(are_uneven(chunks_of({8, 8, 8, 8}), 4));
  EXPECT_FALSE(are_uneven(chunks_of({7, 8, 8, 8}), 4));
  EXPECT_TRUE(are_uneven(chunks_of({8, 1, 1, 1}), 4));
  EXPECT_TRUE(are_uneven(chunks_of({8}), 4)) << "three threads have nothing to do";
  EXPECT_TRUE(are_uneven(chunks_of({1, 1, 1, 1, 1, 1, 1, 1}), 1)) << "each gathers batches for itself";
  EXPECT_FALSE(are_uneven(chunks_of({8}), 1));
  EXPECT_FALSE(are_uneven({}, 4));
}

// Members stop at different epochs, so chunks are shared out anew on the way.
TEST(Chunks, BitsDoNotDependOnHowMembersAreSharedOut) {
  const NetworkLevel problem = make_problem({});
  LowerOptions options;
  options.batch = 32;
  options.epochs = 60;
  options.plateau_epochs = 2;
  options.plateau_tolerance = 5e-3;
  SolveRequest request;
  request.lambda = make_lambda(19);
  const auto solved = [&](int threads) {
    Ledger ledger;
    return solve_lower(problem, options, {threads, "cpu", false}, request, ledger);
  };
  const SolveResult one = solved(1);
  int64_t least = options.epochs;
  int64_t most = 0;
  for (const MemberOutcome& member : one.members) {
    least = std::min(least, member.epochs);
    most = std::max(most, member.epochs);
  }
  ASSERT_LT(least, most) << "they should not all stop together";
  for (const int threads : {2, 3, 7}) {
    const SolveResult other = solved(threads);
    for (size_t p = 0; p < one.weights().size(); ++p)
      EXPECT_TRUE(torch::equal(other.weights()[p], one.weights()[p])) << threads << " threads, tensor " << p;
    EXPECT_EQ(other.objective, one.objective);
    for (size_t e = 0; e < one.members.size(); ++e) EXPECT_EQ(other.members[e].epochs, one.members[e].epochs);
  }
}

// With fewer members than threads the examples are shared out too.
TEST(Chunks, ScoresDoNotDependOnThreads) {
  testing::ProblemSpec spec;
  spec.examples = 333;
  const NetworkLevel problem = make_problem(spec);
  for (const int64_t members : {1, 3, 11}) {
    const Weights weights = problem.model->initial_weights(members, Stream(3, "init"), false);
    const LossShape shape{torch::linspace(0, 2, members * 333).view({members, 333}), {}};
    const auto scored = [&](int threads) {
      Ledger ledger;
      return score_weighted(*problem.model, weights, problem.train, shape, {threads, "cpu", false}, "auto",
                            ledger);
    };
    const auto losses = [&](int threads) {
      Ledger ledger;
      return score_examples(*problem.model, weights, problem.train, {threads, "cpu", false}, ledger);
    };
    const Scores one = scored(1);
    for (const int threads : {2, 5, 16}) {
      const Scores other = scored(threads);
      EXPECT_EQ(other.loss, one.loss) << members << " members, " << threads << " threads";
      EXPECT_EQ(other.accuracy, one.accuracy);
      EXPECT_TRUE(torch::equal(losses(threads), losses(1)));
    }
  }
}

}  // namespace
}  // namespace gbho
