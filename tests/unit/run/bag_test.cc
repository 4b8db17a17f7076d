#include "run/bag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

Exhibit exhibit(const std::vector<double>& of_class_one) {
  const torch::Tensor one = torch::tensor(of_class_one, torch::kFloat64);
  Exhibit made;
  made.out_of_fold = torch::stack({1 - one, one}, 1).contiguous();
  return made;
}

OutOfFoldTruth truth_of(std::vector<int64_t> classes, std::vector<int64_t> fold) {
  OutOfFoldTruth truth;
  truth.classes = std::move(classes);
  truth.fold = std::move(fold);
  return truth;
}

BagOptions spread(double examples, int64_t members = 24) {
  BagOptions options;
  options.spread = examples;
  options.members = members;
  return options;
}

TEST(Bag, TakesTheAverageThatIsBest) {
  // Each is sure of one half of the examples; together they are right everywhere.
  const std::vector<Exhibit> exhibits = {exhibit({0.9, 0.9, 0.4, 0.4}), exhibit({0.4, 0.4, 0.9, 0.9}),
                                         exhibit({0.1, 0.1, 0.1, 0.1})};
  const BagChoice choice = choose_bag(exhibits, truth_of({1, 1, 1, 1}, {0, 0, 1, 1}), spread(0));
  EXPECT_THAT(choice.shares, ElementsAre(DoubleNear(0.5, 1e-3), DoubleNear(0.5, 1e-3), DoubleNear(0, 1e-3)));
  EXPECT_NEAR(choice.loss, -std::log(0.65), 1e-6);
}

TEST(Bag, IsHeldBackTowardsEqualShares) {
  const std::vector<Exhibit> exhibits = {exhibit({0.8, 0.8}), exhibit({0.4, 0.4})};
  const OutOfFoldTruth truth = truth_of({1, 1}, {0, 1});
  // 0.4 / (0.4 + 0.4 w) = spread/2 · log(w/(1 − w)) at w = 3/4.
  const double three_quarters = 2 * (4.0 / 7.0) / std::log(3.0);
  EXPECT_NEAR(choose_bag(exhibits, truth, spread(three_quarters)).shares[0], 0.75, 1e-3);
  EXPECT_NEAR(choose_bag(exhibits, truth, spread(0)).shares[0], 1, 1e-6);
  EXPECT_NEAR(choose_bag(exhibits, truth, spread(1e6)).shares[0], 0.5, 1e-5);
}

TEST(Bag, FamiliesCountAlikeHoweverManyModelsTheyHave) {
  std::vector<Exhibit> exhibits(4, exhibit({0.6, 0.6}));
  for (size_t i = 1; i < exhibits.size(); ++i) exhibits[i].family = "binned";
  const BagChoice choice = choose_bag(exhibits, truth_of({1, 1}, {0, 1}), spread(3));
  EXPECT_THAT(choice.shares, ElementsAre(DoubleNear(1.0 / 2, 1e-9), DoubleNear(1.0 / 6, 1e-9),
                                         DoubleNear(1.0 / 6, 1e-9), DoubleNear(1.0 / 6, 1e-9)));
}

TEST(Bag, KeepsTheLargestShares) {
  const std::vector<Exhibit> exhibits = {exhibit({0.6, 0.6}), exhibit({0.8, 0.8}), exhibit({0.7, 0.7})};
  const BagChoice choice = choose_bag(exhibits, truth_of({1, 1}, {0, 1}), spread(3, 1));
  EXPECT_THAT(choice.shares, ElementsAre(0, 1, 0));
  EXPECT_NEAR(choice.loss, -std::log(0.8), 1e-12);
}

Exhibit errors_in_twos(double first, double second) {
  Exhibit made;
  made.out_of_fold = torch::tensor({{2 + 2 * first}, {4 + 2 * second}}, torch::kFloat64);
  return made;
}

TEST(Bag, OfARegressionAveragesErrors) {
  OutOfFoldTruth truth;
  truth.values = {2, 4};
  truth.fold = {0, 1};
  truth.unit = 2;
  const Exhibit high = errors_in_twos(0.5, 0.5);
  const BagChoice choice = choose_bag({high, errors_in_twos(-0.5, -0.5)}, truth, spread(3));
  EXPECT_THAT(choice.shares, ElementsAre(DoubleNear(0.5, 1e-12), DoubleNear(0.5, 1e-12)));
  EXPECT_NEAR(choice.loss, 0, 1e-15);
  EXPECT_NEAR(truth.loss(0, high.out_of_fold.data_ptr<double>()), 0.25, 1e-15);
  // Errors of 1 and 2 everywhere: 2 (2 − w) = spread · log(w/(1 − w)) at w = 3/4, in whatever unit.
  const double three_quarters = 2.5 / std::log(3.0);
  for (const double unit : {1.0, 0.001}) {
    const std::vector<Exhibit> two = {errors_in_twos(unit, unit), errors_in_twos(2 * unit, 2 * unit)};
    EXPECT_NEAR(choose_bag(two, truth, spread(three_quarters)).shares[0], 0.75, 2e-2);
  }
}

// What a fold's examples are does not change what is chosen to be judged on them.
TEST(Bag, AnEstimateDoesNotLookAtWhatItIsJudgedOn) {
  const std::vector<Exhibit> exhibits = {exhibit({0.9, 0.9, 0.2, 0.2}), exhibit({0.2, 0.2, 0.9, 0.9})};
  torch::Tensor average;
  cross_fitted_losses(exhibits, truth_of({1, 1, 1, 1}, {0, 0, 1, 1}), spread(0), average);
  // Judged on fold 0 is what fold 1 chose, which is wrong there: an honest estimate says so.
  EXPECT_NEAR(average[0][1].item<double>(), 0.2, 1e-6);
  EXPECT_NEAR(average[2][1].item<double>(), 0.2, 1e-6);
  torch::Tensor other;
  cross_fitted_losses(exhibits, truth_of({0, 0, 1, 1}, {0, 0, 1, 1}), spread(0), other);
  EXPECT_TRUE(torch::equal(average.slice(0, 0, 2), other.slice(0, 0, 2)));
}

TEST(Gallery, KeepsTheBestInOrder) {
  const auto with = [](double loss) {
    Exhibit exhibit;
    exhibit.evaluation.validation_loss = loss;
    return exhibit;
  };
  Gallery gallery(2);
  for (const double loss : {0.5, 0.3, 0.4, 0.9}) gallery.add(with(loss));
  ASSERT_EQ(gallery.exhibits().size(), 2U);
  EXPECT_EQ(gallery.exhibits()[0].evaluation.validation_loss, 0.3);
  EXPECT_EQ(gallery.exhibits()[1].evaluation.validation_loss, 0.4);
  std::vector<Evaluation> candidates(3);
  candidates[0].validation_loss = 0.45;
  candidates[1].validation_loss = 0.35;
  candidates[2].status = MemberStatus::kDiverged;
  EXPECT_THAT(gallery.welcome(candidates), ElementsAre(1));
}

}  // namespace
}  // namespace gbho
