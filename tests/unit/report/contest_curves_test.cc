#include "report/contest/contest_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const CurveScore& accuracy() {
  return curve_scores()[1];
}

// The second run costs twice as much at every look, and ends later.
std::vector<Contestant> two_runs() {
  const Summary cheap = summary_of_a_long_run();
  Summary dear = cheap;
  dear.seed = 1;
  for (TracePoint& point : dear.trace) point.sample_gradients *= 2;
  return {{"two_sided", false, {cheap, dear}}};
}

TEST(ContestCurves, AreMeansOfWhatEveryRunHadByThen) {
  const std::vector<ContestCurve> curves = contest_curves(two_runs(), accuracy(), CurveOf::kRefit);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_THAT(curves[0].cost, ElementsAre(2000, 6000, 11000, 12000, 22000));
  // 0.85, 0.875 and 0.9 at 1,000, 6,000 and 11,000; the other at twice that.
  EXPECT_THAT(curves[0].score,
              testing::Pointwise(testing::DoubleNear(1e-12), {0.85, 0.8625, 0.875, 0.8875, 0.9}));
}

TEST(ContestCurves, AreMissingForWhoHasNone) {
  const Contestant grid{"grid", false, {summary_of_a_run()}};
  EXPECT_TRUE(contest_curves({grid}, accuracy(), CurveOf::kNetwork).empty());
  EXPECT_TRUE(curves_figure({grid}).panels.empty());
}

TEST(CurvesCsv, HasALineForEveryLook) {
  const std::string text = curves_csv(two_runs());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 11);
  EXPECT_THAT(text, HasSubstr("label,seed,round,sample_gradients,"));
  EXPECT_THAT(text, HasSubstr("two_sided,1,50,12000,0.75,0.54,"));
}

TEST(CurvesFigure, HasConsistentAndRefitModels) {
  const Figure figure = curves_figure(two_runs());
  ASSERT_EQ(figure.panels.size(), 4U);
  EXPECT_EQ(std::get<Plot>(figure.panels[0]).title, "consistent models");
  EXPECT_EQ(std::get<Plot>(figure.panels[3]).title, "refit models");
  EXPECT_EQ(std::get<Plot>(figure.panels[3]).y.label, "test accuracy");
}

TEST(CurvesFigure, HasTheNetworkWhereNoModelsWereTrained) {
  std::vector<Contestant> contestants = two_runs();
  for (Summary& run : contestants[0].runs) {
    for (TracePoint& point : run.trace) point.consistent = point.refit = {};
  }
  const Figure figure = curves_figure(contestants);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(std::get<Plot>(figure.panels[0]).title, "the network on the way");
}

}  // namespace
}  // namespace gbho
