#include "gbho/study/check_study.h"
#include "paper/figure_study.h"
#include "paper/figures.h"

namespace gbho::inline internal {
namespace {

Series curve_series(const HypergradientCurve& curve, const std::string& label, int style,
                    double CurvePoint::*quantity) {
  Series series;
  series.label = label;
  series.kind = Series::Kind::kLinePoints;
  series.style = style;
  for (const CurvePoint& point : curve.points) {
    series.x.push_back(point.position);
    series.y.push_back(point.*quantity);
  }
  return series;
}

Plot panel_over_lambda(const std::string& title, const std::string& label, std::vector<Series> series) {
  Plot plot;
  plot.title = title;
  plot.x.label = "λ";
  plot.y.label = label;
  if (!series.front().x.empty()) {
    plot.x.low = series.front().x.front();
    plot.x.high = series.front().x.back();
  }
  plot.series = std::move(series);
  plot.legend = Legend::kHidden;
  return plot;
}

}  // namespace

Figure validation_curve_figure(const HypergradientCurve& curve, const std::string& title) {
  Figure figure;
  figure.name = "validation_curve";
  figure.title = title;
  figure.panels.emplace_back(
      panel_over_lambda("validation loss", "F(λ)", {curve_series(curve, "", 0, &CurvePoint::upper)}));
  Plot slope = panel_over_lambda("its slope", "dF/dλ",
                                 {curve_series(curve, "difference", 0, &CurvePoint::difference),
                                  curve_series(curve, "two-sided", 1, &CurvePoint::two_sided),
                                  curve_series(curve, "one-sided", 2, &CurvePoint::one_sided)});
  // The two lie upon each other: a line, and points on it.
  slope.series[0].kind = Series::Kind::kLine;
  slope.series[1].kind = Series::Kind::kPoints;
  slope.lines = {{ReferenceLine::Direction::kHorizontal, 0}};
  slope.legend = Legend::kBelow;
  figure.panels.emplace_back(std::move(slope));
  return figure;
}

std::vector<Figure> validation_curve_figures(const FigureRun& run) {
  const Study study = figure_study(run, "mnist-1k-1hp", 0);
  CurveOptions options;
  if (run.quick) options.points = 15;
  const HypergradientCurve curve = hypergradient_curve(study, options, run.callback);
  if (curve.points.empty()) return {};
  return {validation_curve_figure(curve, "MNIST-1K, one hyperparameter")};
}

}  // namespace gbho::inline internal
