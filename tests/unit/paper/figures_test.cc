#include "paper/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/methods/hypergradient_curve.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gbho/gbho_method.h"
#include "report/figure/gnuplot.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// The small problem with a penalty for each half of its inputs.
NetworkProblem small_problem_in_the_plane() {
  NetworkProblem problem = small_problem();
  problem.level.penalty =
      Penalty(*problem.level.model, {{"a", "l2", {}, 0.5, {0, 2}}, {"b", "l2", {}, 0.5, {2, 4}}});
  problem.box = Space({{"a", "l2", -8, 2}, {"b", "l2", -6, 0}});
  return problem;
}

bool all_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

TEST(PhiSurface, IsFiniteBetweenItsSheetsAndHasAllSamples) {
  const std::vector<Figure> figures =
      phi_surface_figures(small_problem_in_the_plane(), small_options(), {}, "small");
  ASSERT_THAT(figures, SizeIs(3));
  const std::vector<size_t> samples = {9, 25};
  for (const Figure& figure : figures) {
    ASSERT_THAT(figure.panels, SizeIs(2));
    for (size_t p = 0; p < 2; ++p) {
      const auto& surface = std::get<Surface>(figure.panels[p]);
      EXPECT_THAT(surface.points_x, SizeIs(samples[p]));
      EXPECT_THAT(surface.values, SizeIs(surface.grid_x.size() * surface.grid_y.size()));
      EXPECT_TRUE(all_finite(surface.values) && all_finite(surface.points_z));
      EXPECT_EQ(surface.grid_x.front(), -8);
      EXPECT_EQ(surface.grid_y.back(), 0);
    }
    EXPECT_NO_THROW(gnuplot_script(figure));
  }
  const auto& surface = std::get<Surface>(figures[0].panels[1]);
  for (size_t i = 0; i < surface.values.size(); ++i) {
    ASSERT_LE(surface.lower[i], surface.values[i]);
    ASSERT_LE(surface.values[i], surface.upper[i]);
  }
  // Row by row: φ grows with the penalty, from the first sample to the last.
  EXPECT_EQ(surface.points_x[0], -8);
  EXPECT_EQ(surface.points_y[1], -4.5);
  EXPECT_GT(surface.points_z.back(), surface.points_z.front());
  // The nine are among the twenty-five.
  const auto& coarse = std::get<Surface>(figures[0].panels[0]);
  EXPECT_EQ(coarse.points_z[4], surface.points_z[12]);
  EXPECT_EQ(coarse.points_z[8], surface.points_z[24]);
}

TEST(PhiSurface, NeedsTwoHyperparameters) {
  EXPECT_THROW(phi_surface_figures(small_problem(), small_options(), {}, "small"), ConfigError);
}

TEST(PhiSurface, IsEmptyWhenStopped) {
  const Callback leave = watched({}, [] { return true; });
  EXPECT_THAT(phi_surface_figures(small_problem_in_the_plane(), small_options(), leave, "small"), IsEmpty());
}

TEST(Convergence, ShowsEveryIterationOfEveryRun) {
  GbhoOptions options;
  options.points = {3};
  options.iterations = 3;
  options.inner_steps = 5;
  options.delta = options.epsilon = 1e-12;  // not met: all iterations
  GbhoMethod method(options);
  const Summary summary = tune(method, small_problem(), small_options()).summary;
  const Figure figure = convergence_figure({{"one", {summary}}, {"two", {summary, summary}}}, "small");
  ASSERT_THAT(figure.panels, SizeIs(4));
  for (const Panel& panel : figure.panels) {
    const auto& plot = std::get<Plot>(panel);
    ASSERT_THAT(plot.series, SizeIs(3));
    EXPECT_EQ(plot.series[0].style, 0);
    EXPECT_EQ(plot.series[1].style, 1);
    EXPECT_EQ(plot.series[2].style, 1);
    for (const Series& series : plot.series) {
      EXPECT_THAT(series.x, ElementsAre(1, 2, 3));
      EXPECT_TRUE(all_finite(series.y));
    }
  }
  const Iteration& last = summary.iterations.back();
  EXPECT_EQ(std::get<Plot>(figure.panels[0]).series[0].y[2], last.upper);
  EXPECT_EQ(std::get<Plot>(figure.panels[1]).series[0].y[2], last.f - last.phi_hat);
  EXPECT_EQ(std::get<Plot>(figure.panels[2]).series[0].y[2], last.mu);
  const auto& rho = std::get<Plot>(figure.panels[3]);
  EXPECT_EQ(rho.series[0].y[2], last.rho);
  EXPECT_EQ(rho.series[0].label, "one");
  EXPECT_EQ(rho.series[1].label, "two");
  EXPECT_EQ(rho.series[2].label, "");
}

TEST(ValidationCurve, ShowsTheCurveAndThreeSlopes) {
  CurveOptions options;
  options.points = 4;
  options.low = -6;
  options.high = 0;
  const HypergradientCurve curve = hypergradient_curve(small_problem(), small_options(), {}, options);
  const Figure figure = validation_curve_figure(curve, "small");
  ASSERT_THAT(figure.panels, SizeIs(2));
  const auto& loss = std::get<Plot>(figure.panels[0]);
  EXPECT_THAT(loss.series[0].x, ElementsAre(-6, -4, -2, 0));
  EXPECT_TRUE(all_finite(loss.series[0].y));
  const auto& slope = std::get<Plot>(figure.panels[1]);
  ASSERT_THAT(slope.series, SizeIs(3));
  for (const Series& series : slope.series) EXPECT_TRUE(all_finite(series.y));
  EXPECT_EQ(slope.series[1].y[0], curve.points[0].two_sided);
  EXPECT_EQ(slope.series[2].y[3], curve.points[3].one_sided);
  EXPECT_NE(curve.points[3].drifting, curve.points[3].one_sided);
}

TEST(ValidationCurve, HasNoPointsWhenStopped) {
  int64_t asked = 0;
  const Callback leave = watched({}, [&] { return ++asked > 7; });  // in the second of its solves
  EXPECT_THAT(hypergradient_curve(small_problem(), small_options(), {}, {}, leave).points, IsEmpty());
}

TEST(TestLossFigure, GroupsByInstanceAndMethod) {
  const Figure figure = test_loss_figure("mnist", "MNIST",
                                         {{"1K", "grid", 0.41, 0.01, 0.4125},
                                          {"1K", "two_sided", 0.35, 0.02},
                                          {"5K", "two_sided", 0.19, 0.01},
                                          {"5K", "grid", 0.21, 0.03, 0.2714}});
  const auto& chart = std::get<BarChart>(figure.panels[0]);
  EXPECT_THAT(chart.groups, ElementsAre("1K", "5K"));
  ASSERT_THAT(chart.bars, SizeIs(2));
  EXPECT_EQ(chart.bars[0].label, "grid");
  EXPECT_THAT(chart.bars[0].y, ElementsAre(0.41, 0.21));
  EXPECT_THAT(chart.bars[0].errors, ElementsAre(0.01, 0.03));
  EXPECT_THAT(chart.bars[0].markers, ElementsAre(0.4125, 0.2714));
  EXPECT_THAT(chart.bars[1].y, ElementsAre(0.35, 0.19));
  EXPECT_THAT(chart.bars[1].markers, IsEmpty());
}

TEST(TestLossFigure, LeavesOutWhatIsMissing) {
  const Figure figure = test_loss_figure("x", "x", {{"1K", "grid", 0.4, 0.1}, {"5K", "gbho", 0.2, 0.1}});
  const auto& chart = std::get<BarChart>(figure.panels[0]);
  EXPECT_TRUE(std::isnan(chart.bars[0].y[1]));
  EXPECT_TRUE(std::isnan(chart.bars[1].y[0]));
  EXPECT_NO_THROW(gnuplot_script(figure));
}

}  // namespace
}  // namespace gbho
