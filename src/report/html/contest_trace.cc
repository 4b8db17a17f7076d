// Quality against cost: what a run had when it had spent so much, averaged over seeds.

#include <fmt/format.h>

#include <algorithm>

#include "report/contest/contest_curves.h"
#include "report/html/contest_parts.h"
#include "report/html/html.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

Json curve_json(const ContestCurve& curve, const std::string& label) {
  Json x = Json::array();
  Json y = Json::array();
  for (size_t i = 0; i < curve.cost.size(); ++i) {
    x.push_back(chart_number(curve.cost[i]));
    y.push_back(chart_number(curve.score[i]));
  }
  return {{"label", label}, {"x", x}, {"y", y}};
}

// Refit models, or the network itself where none were trained.
Json series_of(const std::vector<Contestant>& contestants, const CurveScore& score) {
  Json series = Json::array();
  for (const Contestant& contestant : contestants) {
    std::vector<ContestCurve> curves = contest_curves({contestant}, score, CurveOf::kRefit);
    const std::string what = curves.empty() ? " (network)" : "";
    if (curves.empty()) curves = contest_curves({contestant}, score, CurveOf::kNetwork);
    for (const ContestCurve& curve : curves) series.push_back(curve_json(curve, curve.label + what));
  }
  return series;
}

// A run can begin at no cost, which has no logarithm.
bool all_above_zero(const Json& series) {
  return std::all_of(series.begin(), series.end(), [](const Json& one) {
    return std::all_of(one["x"].begin(), one["x"].end(), [](const Json& x) { return x.get<double>() > 0; });
  });
}

}  // namespace

std::string contest_trace(const std::vector<Contestant>& contestants, const std::string& prefix, Page& page) {
  std::string text;
  for (const CurveScore& score : curve_scores()) {
    Json series = series_of(contestants, score);
    if (series.empty()) continue;
    const std::string id = prefix + "way_" + score.id;
    Json& chart = page.charts[id];
    chart = {{"kind", "series"},       {"series", series},
             {"lines", true},          {"x_title", "sample-gradients"},
             {"y_title", score.title}, {"log_x", all_above_zero(series)}};
    if (score.id == "accuracy") chart["y_format"] = ".2~%";
    text += html_chart(
        id,
        fmt::format(
            "Quality against cost: {} of refit models on the way, or of the network itself where none "
            "were trained; mean over seeds. A run that is over keeps its last.",
            score.title),
        "rows");
  }
  return text;
}

}  // namespace gbho::inline internal
