#include "clean/confident_joint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gbho {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

// Worked by hand: thresholds 2/3 and 29/60; row 2 is confidently of class 1, row 5 of class 0.
Beliefs six_rows() {
  return {2, {0.9, 0.1, 0.8, 0.2, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6, 0.95, 0.05}, {0, 0, 0, 1, 1, 1}};
}

TEST(ConfidentJoint, ThresholdsAreMeansOverRowsWithTheLabel) {
  EXPECT_THAT(class_thresholds(six_rows()),
              ElementsAre(DoubleNear(2.0 / 3, 1e-12), DoubleNear(29.0 / 60, 1e-12)));
}

TEST(ConfidentJoint, CountsRowsThatReachAThreshold) {
  EXPECT_THAT(confident_joint(six_rows()), ElementsAre(ElementsAre(2, 1), ElementsAre(1, 2)));
}

TEST(ConfidentJoint, ARowThatReachesNoThresholdCountsNowhere) {
  Beliefs beliefs = six_rows();
  const std::vector<double> thresholds = {0.65, 0.75};
  const ClassMatrix counts = confident_counts(beliefs, thresholds);  // row 2 has 0.7, row 4 has 0.6
  EXPECT_THAT(counts, ElementsAre(ElementsAre(2, 0), ElementsAre(1, 1)));
}

// Three rows with each label, of which two count: the shares are those of the confident ones.
TEST(ConfidentJoint, RowsOfTheJointAddUpToTheLabels) {
  Beliefs beliefs = six_rows();
  beliefs.said[8] = 0.55;
  beliefs.said[9] = 0.45;  // row 4 is not sure of anything now: the threshold of class 1 is 13/30
  beliefs.said[6] = 0.45;
  beliefs.said[7] = 0.55;
  const ClassMatrix joint = confident_joint(beliefs);
  EXPECT_DOUBLE_EQ(joint[0][0] + joint[0][1], 3);
  EXPECT_DOUBLE_EQ(joint[1][0] + joint[1][1], 3);
}

TEST(ConfidentJoint, AClassWithoutRowsIsNobodysLabel) {
  const Beliefs beliefs = {3, {0.9, 0.1, 0, 0.2, 0.8, 0}, {0, 1}};
  EXPECT_THAT(confident_joint(beliefs),
              ElementsAre(ElementsAre(1, 0, 0), ElementsAre(0, 1, 0), ElementsAre(0, 0, 0)));
}

TEST(ConfidentJoint, PrunesAsManyAsTheJointSays) {
  EXPECT_THAT(pruned_by_noise_rate(six_rows(), {{2, 1}, {1, 2}}),
              ElementsAre(false, false, true, false, false, true));
  EXPECT_THAT(pruned_by_noise_rate(six_rows(), {{3, 0}, {1.6, 1.4}}),
              ElementsAre(false, false, false, false, true, true));
}

}  // namespace
}  // namespace gbho
