#include "run/piece.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gbho {
namespace {

Piece some_piece() {
  Piece piece;
  piece.problem = "binned linear";
  piece.fold = 2;
  piece.lower.optimizer = "adam";
  piece.lower.epochs = 7;
  piece.lower.learning_rate = {0.1 / 3};
  piece.lower.schedule = "cosine";
  piece.lower.shuffle = false;
  piece.score = true;
  piece.keep = 3;
  piece.request.lambda = torch::tensor({{-1.0 / 3, 2.0}, {0.1, -7.7}}, torch::kDouble);
  piece.request.seed = std::numeric_limits<uint64_t>::max() - 1;
  piece.request.until = 5;
  piece.request.learning_rate = {0.1, 0.2};
  piece.request.momentum = {0.9, 1.0 / 7};
  piece.request.start = TrainState{{torch::rand({2, 3})}, {{torch::rand({2, 3})}, {torch::rand({2, 3})}}, 4};
  piece.request.upper = UpperTerm{{0.01, -0.01}, {}, {torch::rand({2, 3})}};
  return piece;
}

TEST(Piece, IsTheSameAfterItsWay) {
  const Piece piece = some_piece();
  const Piece back = piece_of(from_safetensors(to_safetensors(piece_snapshot(piece))));
  EXPECT_EQ(back.problem, "binned linear");
  EXPECT_EQ(back.fold, 2);
  EXPECT_EQ(back.lower.optimizer, "adam");
  EXPECT_EQ(back.lower.epochs, 7);
  EXPECT_EQ(back.lower.learning_rate, piece.lower.learning_rate);
  EXPECT_EQ(back.lower.schedule, "cosine");
  EXPECT_FALSE(back.lower.shuffle);
  EXPECT_TRUE(back.score);
  EXPECT_EQ(back.keep, 3);
  EXPECT_TRUE(torch::equal(back.request.lambda, piece.request.lambda));
  EXPECT_EQ(back.request.seed, piece.request.seed);
  EXPECT_EQ(back.request.until, 5);
  EXPECT_EQ(back.request.learning_rate, piece.request.learning_rate);
  EXPECT_EQ(back.request.momentum, piece.request.momentum);
  ASSERT_TRUE(back.request.start);
  EXPECT_EQ(back.request.start->epoch, 4);
  ASSERT_EQ(back.request.start->moments.size(), 2U);
  EXPECT_TRUE(torch::equal(back.request.start->moments[1][0], piece.request.start->moments[1][0]));
  ASSERT_TRUE(back.request.upper);
  EXPECT_EQ(back.request.upper->epsilon, piece.request.upper->epsilon);
  EXPECT_TRUE(torch::equal(back.request.upper->direction[0], piece.request.upper->direction[0]));
}

TEST(Piece, MayLackAStartAndAnUpperTerm) {
  Piece piece = some_piece();
  piece.request.start.reset();
  piece.request.upper.reset();
  const Piece back = piece_of(from_safetensors(to_safetensors(piece_snapshot(piece))));
  EXPECT_FALSE(back.request.start);
  EXPECT_FALSE(back.request.upper);
}

TEST(Piece, AnOutcomeKeepsWhatIsNotANumber) {
  PieceOutcome outcome;
  outcome.solved.members = {{MemberStatus::kDiverged, "the loss became inf: \"it\"", 3}, {}};
  outcome.solved.objective = {std::nan(""), 1.0 / 3};
  outcome.solved.engine = "fused/avx2";
  outcome.solved.state = {{torch::rand({1, 4})}, {}, 9};
  outcome.scores.upper = {std::numeric_limits<double>::infinity(), 0.1};
  outcome.scores.lambda_gradient = torch::rand({2, 1}, torch::kDouble);
  outcome.kept = {1};
  outcome.cost = {2, 0, 123456789012, 5, 6, 0.25};
  const PieceOutcome back = outcome_of(from_safetensors(to_safetensors(outcome_snapshot(outcome))));
  EXPECT_EQ(back.solved.members[0].status, MemberStatus::kDiverged);
  EXPECT_EQ(back.solved.members[0].message, outcome.solved.members[0].message);
  EXPECT_TRUE(std::isnan(back.solved.objective[0]));
  EXPECT_EQ(back.solved.objective[1], 1.0 / 3);
  EXPECT_EQ(back.solved.engine, "fused/avx2");
  EXPECT_EQ(back.solved.state.epoch, 9);
  EXPECT_TRUE(torch::equal(back.solved.weights()[0], outcome.solved.weights()[0]));
  EXPECT_EQ(back.scores.upper, outcome.scores.upper);
  EXPECT_TRUE(back.scores.selection.empty());
  EXPECT_EQ(back.kept, outcome.kept);
  EXPECT_EQ(back.cost.sample_gradients, 123456789012);
  EXPECT_EQ(back.cost.seconds_lower, 0.25);
}

}  // namespace
}  // namespace gbho
