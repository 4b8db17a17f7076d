#include "run/bag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

namespace gbho {
namespace {

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

TEST(Bag, TakesTheAverageThatIsBest) {
  // Each is sure of one half of the examples; together they are right everywhere.
  const std::vector<Exhibit> exhibits = {exhibit({0.9, 0.9, 0.4, 0.4}), exhibit({0.4, 0.4, 0.9, 0.9}),
                                         exhibit({0.1, 0.1, 0.1, 0.1})};
  const BagChoice choice = choose_bag(exhibits, truth_of({1, 1, 1, 1}, {0, 0, 1, 1}), 2);
  EXPECT_THAT(choice.picks, ElementsAre(1, 1, 0));
  EXPECT_NEAR(choice.loss, -std::log(0.65), 1e-12);
}

TEST(Bag, BeginsWithTheFiveBest) {
  std::vector<Exhibit> exhibits;
  exhibits.reserve(6);
  for (const double p : {0.9, 0.8, 0.7, 0.6, 0.5, 0.4}) exhibits.push_back(exhibit({p, p}));
  const BagChoice five = choose_bag(exhibits, truth_of({1, 1}, {0, 1}), 5);
  EXPECT_THAT(five.picks, ElementsAre(1, 1, 1, 1, 1, 0));
  EXPECT_NEAR(five.loss, -std::log(0.7), 1e-12);
  // More picks go to the best; a shorter bag than five is never taken.
  const BagChoice ten = choose_bag(exhibits, truth_of({1, 1}, {0, 1}), 10);
  EXPECT_THAT(ten.picks, ElementsAre(6, 1, 1, 1, 1, 0));
  EXPECT_NEAR(ten.loss, -std::log(0.8), 1e-12);
}

TEST(Bag, OfARegressionAveragesErrors) {
  Exhibit high;
  high.out_of_fold = torch::tensor({{3.0}, {5.0}}, torch::kFloat64);
  Exhibit low;
  low.out_of_fold = torch::tensor({{1.0}, {3.0}}, torch::kFloat64);
  OutOfFoldTruth truth;
  truth.values = {2, 4};
  truth.fold = {0, 1};
  truth.unit = 2;
  const BagChoice choice = choose_bag({high, low}, truth, 2);
  EXPECT_THAT(choice.picks, ElementsAre(1, 1));
  EXPECT_NEAR(choice.loss, 0, 1e-15);
  EXPECT_NEAR(truth.loss(0, high.out_of_fold.data_ptr<double>()), 0.25, 1e-15);
}

// What a fold's examples are does not change what is chosen to be judged on them.
TEST(Bag, AnEstimateDoesNotLookAtWhatItIsJudgedOn) {
  const std::vector<Exhibit> exhibits = {exhibit({0.9, 0.9, 0.2, 0.2}), exhibit({0.2, 0.2, 0.9, 0.9})};
  torch::Tensor average;
  cross_fitted_losses(exhibits, truth_of({1, 1, 1, 1}, {0, 0, 1, 1}), 1, average);
  // Judged on fold 0 is what fold 1 chose, which is wrong there: an honest estimate says so.
  EXPECT_NEAR(average[0][1].item<double>(), 0.2, 1e-12);
  EXPECT_NEAR(average[2][1].item<double>(), 0.2, 1e-12);
  torch::Tensor other;
  cross_fitted_losses(exhibits, truth_of({0, 0, 1, 1}, {0, 0, 1, 1}), 1, other);
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
