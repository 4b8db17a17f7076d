// Quality against cost: what a run had when it had spent so much, averaged over seeds.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/html/contest_parts.h"
#include "report/html/html.h"
#include "report/statistics.h"

namespace gbho {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostCostPoints = 500;  // of a curve

// A score of refit models, or of the network on the way.
struct TraceScore {
  std::string id;
  std::string title;
  double ModelScores::*refit;
  double TracePoint::*network;
  std::string format = {};
};

struct CostPoint {
  double cost = 0;
  double score = 0;
};
using CostCurve = std::vector<CostPoint>;

CostCurve run_curve(const Summary& run, const TraceScore& score, bool refit) {
  CostCurve curve;
  for (const TracePoint& point : run.trace) {
    const double value = refit ? point.refit.*score.refit : point.*score.network;
    if (std::isfinite(value)) curve.push_back({static_cast<double>(point.sample_gradients), value});
  }
  return curve;
}

std::vector<CostCurve> run_curves(const Contestant& contestant, const TraceScore& score, bool refit) {
  std::vector<CostCurve> curves;
  for (const Summary& run : contestant.runs) {
    CostCurve curve = run_curve(run, score, refit);
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

CostCurve mean_curve(const std::vector<CostCurve>& curves) {
  const std::vector<double> costs = shared_costs(curves);
  const size_t stride = 1 + costs.size() / kMostCostPoints;
  CostCurve mean;
  for (size_t i = 0; i < costs.size(); ++i) {
    if (i % stride != 0 && i + 1 != costs.size()) continue;
    std::vector<double> scores;
    scores.reserve(curves.size());
    for (const CostCurve& curve : curves) scores.push_back(score_after(curve, costs[i]));
    mean.push_back({costs[i], statistic(scores).mean});
  }
  return mean;
}

Json curve_json(const Contestant& contestant, const TraceScore& score) {
  std::vector<CostCurve> curves = run_curves(contestant, score, true);
  const bool refit = !curves.empty();
  if (!refit) curves = run_curves(contestant, score, false);
  if (curves.empty()) return nullptr;
  Json x = Json::array();
  Json y = Json::array();
  for (const CostPoint& point : mean_curve(curves)) {
    x.push_back(chart_number(point.cost));
    y.push_back(chart_number(point.score));
  }
  return {{"label", refit ? contestant.label : contestant.label + " (network)"}, {"x", x}, {"y", y}};
}

// A run can begin at no cost, which has no logarithm.
bool all_above_zero(const Json& series) {
  return std::all_of(series.begin(), series.end(), [](const Json& one) {
    return std::all_of(one["x"].begin(), one["x"].end(), [](const Json& x) { return x.get<double>() > 0; });
  });
}

}  // namespace

std::string contest_trace(const std::vector<Contestant>& contestants, const std::string& prefix, Page& page) {
  const std::vector<TraceScore> scores = {
      {"way_loss", "test loss", &ModelScores::test_loss, &TracePoint::test_loss},
      {"way_accuracy", "test accuracy", &ModelScores::test_accuracy, &TracePoint::test_accuracy, ".2~%"}};
  std::string text;
  for (const TraceScore& score : scores) {
    Json series = Json::array();
    for (const Contestant& contestant : contestants) {
      Json curve = curve_json(contestant, score);
      if (!curve.is_null()) series.push_back(std::move(curve));
    }
    if (series.empty()) continue;
    Json& chart = page.charts[prefix + score.id];
    chart = {{"kind", "series"},       {"series", series},
             {"lines", true},          {"x_title", "sample-gradients"},
             {"y_title", score.title}, {"log_x", all_above_zero(series)}};
    if (!score.format.empty()) chart["y_format"] = score.format;
    text += html_chart(
        prefix + score.id,
        fmt::format(
            "Quality against cost: {} of refit models on the way, or of the network itself where none "
            "were trained; mean over seeds. A run that is over keeps its last.",
            score.title),
        "rows");
  }
  return text;
}

}  // namespace gbho
