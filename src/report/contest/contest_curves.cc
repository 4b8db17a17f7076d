#include "report/contest/contest_curves.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "report/contest/statistics.h"
#include "report/text/csv_text.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kMostCostPoints = 500;  // of a curve

struct CostPoint {
  double cost = 0;
  double score = 0;
};
using CostCurve = std::vector<CostPoint>;

double score_of(const TracePoint& point, const CurveScore& score, CurveOf of) {
  if (of == CurveOf::kNetwork) return point.*score.network;
  return (of == CurveOf::kRefit ? point.refit : point.consistent).*score.model;
}

std::vector<CostCurve> run_curves(const Contestant& contestant, const CurveScore& score, CurveOf of) {
  std::vector<CostCurve> curves;
  for (const Summary& run : contestant.runs) {
    CostCurve curve;
    for (const TracePoint& point : run.trace) {
      const double value = score_of(point, score, of);
      if (std::isfinite(value)) curve.push_back({static_cast<double>(point.sample_gradients), value});
    }
    if (!curve.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

// Where any run has a point, from where all of them have one.
std::vector<double> shared_costs(const std::vector<CostCurve>& curves) {
  double first = 0;
  std::set<double> costs;
  for (const CostCurve& curve : curves) {
    first = std::max(first, curve.front().cost);
    for (const CostPoint& point : curve) costs.insert(point.cost);
  }
  return {costs.lower_bound(first), costs.end()};
}

double score_after(const CostCurve& curve, double cost) {
  const auto next = std::upper_bound(curve.begin(), curve.end(), cost,
                                     [](double value, const CostPoint& point) { return value < point.cost; });
  return next == curve.begin() ? kNone : std::prev(next)->score;
}

ContestCurve mean_curve(const std::string& label, const std::vector<CostCurve>& curves) {
  const std::vector<double> costs = shared_costs(curves);
  const size_t stride = 1 + costs.size() / kMostCostPoints;
  ContestCurve mean;
  mean.label = label;
  for (size_t i = 0; i < costs.size(); ++i) {
    if (i % stride != 0 && i + 1 != costs.size()) continue;
    std::vector<double> scores;
    scores.reserve(curves.size());
    for (const CostCurve& curve : curves) scores.push_back(score_after(curve, costs[i]));
    mean.cost.push_back(costs[i]);
    mean.score.push_back(statistic(scores).mean);
  }
  return mean;
}

Plot curves_plot(const std::vector<Contestant>& contestants, const CurveScore& score, CurveOf of,
                 const std::string& title) {
  Plot plot;
  plot.title = title;
  plot.x.label = "sample-gradients";
  plot.x.logarithmic = true;
  plot.y.label = score.title;
  plot.legend = Legend::kBelow;
  for (const ContestCurve& curve : contest_curves(contestants, score, of)) {
    Series series;
    series.label = curve.label;
    series.style = static_cast<int>(plot.series.size());
    // A run can begin at no cost, which has no logarithm.
    for (size_t i = 0; i < curve.cost.size(); ++i) {
      if (curve.cost[i] <= 0) continue;
      series.x.push_back(curve.cost[i]);
      series.y.push_back(curve.score[i]);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace

const std::vector<CurveScore>& curve_scores() {
  static const std::vector<CurveScore> scores = {
      {"loss", "test loss", &ModelScores::test_loss, &TracePoint::test_loss},
      {"accuracy", "test accuracy", &ModelScores::test_accuracy, &TracePoint::test_accuracy}};
  return scores;
}

std::vector<ContestCurve> contest_curves(const std::vector<Contestant>& contestants, const CurveScore& score,
                                         CurveOf of) {
  std::vector<ContestCurve> found;
  for (const Contestant& contestant : contestants) {
    const std::vector<CostCurve> curves = run_curves(contestant, score, of);
    if (!curves.empty()) found.push_back(mean_curve(contestant.label, curves));
  }
  return found;
}

std::string curves_csv(const std::vector<Contestant>& contestants) {
  std::string text = csv_line({"label", "seed", "round", "sample_gradients", "validation_loss",
                               "selection_loss", "test_loss", "test_accuracy", "consistent_test_loss",
                               "consistent_test_accuracy", "refit_test_loss", "refit_test_accuracy"});
  for (const Contestant& contestant : contestants) {
    for (const Summary& run : contestant.runs) {
      for (const TracePoint& point : run.trace) {
        std::vector<std::string> fields = {contestant.label, std::to_string(run.seed),
                                           std::to_string(point.round),
                                           std::to_string(point.sample_gradients)};
        for (const double value :
             {point.validation_loss, point.selection_loss, point.test_loss, point.test_accuracy,
              point.consistent.test_loss, point.consistent.test_accuracy, point.refit.test_loss,
              point.refit.test_accuracy}) {
          fields.push_back(csv_number(value));
        }
        text += csv_line(fields);
      }
    }
  }
  return text;
}

Figure curves_figure(const std::vector<Contestant>& contestants) {
  const std::vector<std::pair<CurveOf, std::string>> models = {{CurveOf::kConsistent, "consistent models"},
                                                               {CurveOf::kRefit, "refit models"}};
  Figure figure;
  figure.name = "quality-against-cost";
  figure.title = "Quality against cost";
  figure.panel_width = 4.5;
  const auto add = [&](CurveOf of, const std::string& title) {
    for (const CurveScore& score : curve_scores()) {
      Plot plot = curves_plot(contestants, score, of, title);
      // The legend below may take a line for each.
      figure.panel_height =
          std::max(figure.panel_height, 2.8 + 0.2 * static_cast<double>(plot.series.size()));
      if (!plot.series.empty()) figure.panels.emplace_back(std::move(plot));
    }
  };
  for (const auto& [of, title] : models) add(of, title);
  if (figure.panels.empty()) add(CurveOf::kNetwork, "the network on the way");
  figure.columns = 2;
  return figure;
}

}  // namespace gbho::inline internal
