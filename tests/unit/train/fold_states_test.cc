#include "train/fold_states.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "support/folded_problem.h"

namespace gbho {
namespace {

TEST(FoldStates, AStateComesApartByFolds) {
  const FoldedProblem problem = small_folds();
  TrainState state;
  state.weights = problem.initial_weights(1, Stream(1, "test"), true);
  for (int m = 0; m < 2; ++m) {
    Weights moment;
    for (const torch::Tensor& tensor : state.weights) moment.push_back(tensor + m + 1);
    state.moments.push_back(moment);
  }
  state.epoch = 7;
  const size_t tensors = problem.folds[0].parameters().size();
  for (size_t k = 0; k < 3; ++k) {
    const TrainState own = state_of_fold(problem, state, k);
    EXPECT_EQ(own.epoch, 7);
    ASSERT_EQ(own.weights.size(), tensors);
    ASSERT_EQ(own.moments.size(), 2U);
    for (size_t p = 0; p < tensors; ++p) {
      EXPECT_TRUE(torch::equal(own.weights[p], state.weights[k * tensors + p]));
      EXPECT_TRUE(torch::equal(own.moments[1][p], state.moments[1][k * tensors + p]));
    }
  }
}

TEST(FoldStates, SnapshotsComeTogetherAndApart) {
  std::vector<Snapshot> folds(2);
  folds[0].text = "first";
  folds[0].add("weights", torch::ones({2}));
  folds[1].add("weights", torch::zeros({3}));
  Snapshot joined = joined_snapshot(folds);
  joined.add("loop.lambda", torch::ones({1}));  // somebody else's
  const std::vector<Snapshot> apart = snapshots_of_folds(joined);
  ASSERT_EQ(apart.size(), 2U);
  EXPECT_EQ(apart[0].text, "first");
  EXPECT_EQ(apart[0].tensors.size(), 1U);
  EXPECT_EQ(apart[1].tensor("weights").numel(), 3);
}

TEST(FoldStates, ASnapshotOfSomethingElseIsRefused) {
  EXPECT_THROW(snapshots_of_folds(Snapshot{"{}", {}}), StoreError);
  EXPECT_THROW(snapshots_of_folds(Snapshot{}), StoreError);
}

}  // namespace
}  // namespace gbho
