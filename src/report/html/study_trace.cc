// The networks of a method that moves λ, while it moved: losses over what the run had cost.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "record/trace_points.h"
#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostTracePoints = 1000;  // of a curve: more cannot be told apart

struct TraceCurve {
  std::string label;
  std::function<double(const TracePoint&)> value;
};

using TracePoints = std::vector<const TracePoint*>;

TracePoints points_of(const std::vector<TracePoint>& trace, bool (*wanted)(const TracePoint&)) {
  TracePoints points;
  for (const TracePoint& point : trace) {
    if (wanted(point)) points.push_back(&point);
  }
  return points;
}

// Evenly thinned out; the last one stays.
TracePoints thinned(const TracePoints& points) {
  const size_t stride = 1 + points.size() / kMostTracePoints;
  TracePoints kept;
  for (size_t i = 0; i < points.size(); i += stride) kept.push_back(points[i]);
  if (!points.empty() && kept.back() != points.back()) kept.push_back(points.back());
  return kept;
}

// Curves without any number are left out.
Json curves_json(const TracePoints& points, const std::vector<TraceCurve>& curves) {
  Json series = Json::array();
  for (const TraceCurve& curve : curves) {
    Json x = Json::array();
    Json y = Json::array();
    for (const TracePoint* point : points) {
      if (!std::isfinite(curve.value(*point))) continue;
      x.push_back(chart_number(static_cast<double>(point->sample_gradients)));
      y.push_back(chart_number(curve.value(*point)));
    }
    if (!x.empty()) series.push_back({{"label", curve.label}, {"x", x}, {"y", y}});
  }
  return series;
}

Json trace_chart(const Json& series, const std::string& y_title) {
  return {{"kind", "series"},
          {"series", series},
          {"lines", true},
          {"straight", true},
          {"x_title", "sample-gradients"},
          {"y_title", y_title}};
}

std::string best_words(const TracePoint& best) {
  const bool selected = std::isfinite(best.selection_loss);
  std::string text = fmt::format(
      " The vertical line is the best round, {}, after {} sample-gradients: the lowest {} loss, {}",
      count_text(best.round), count_text(best.sample_gradients), selected ? "selection" : "validation",
      loss_text(selected ? best.selection_loss : best.validation_loss));
  if (std::isfinite(best.test_loss)) text += fmt::format("; test loss {}", loss_text(best.test_loss));
  if (std::isfinite(best.test_accuracy)) {
    text += fmt::format(", {} right", percent_text(best.test_accuracy));
  }
  return text + ".";
}

std::string network_chart(const std::vector<TracePoint>& trace, Page& page) {
  const Json series = curves_json(thinned(points_of(trace, [](const TracePoint&) { return true; })),
                                  {{"validation", [](const TracePoint& p) { return p.validation_loss; }},
                                   {"selection", [](const TracePoint& p) { return p.selection_loss; }},
                                   {"test", [](const TracePoint& p) { return p.test_loss; }}});
  if (series.empty()) return "";
  page.charts["way"] = trace_chart(series, "loss");
  std::string caption = "Losses of the network on the way, over what the run had cost by then.";
  if (const TracePoint* best = best_trace_point(trace); best != nullptr) {
    page.charts["way"]["mark"] = chart_number(static_cast<double>(best->sample_gradients));
    caption += best_words(*best);
  }
  return html_chart("way", caption, "rows");
}

// Test accuracy where it is known, else the test loss.
std::string trained_chart(const std::vector<TracePoint>& trace, Page& page) {
  const TracePoints trained = thinned(points_of(trace, has_models));
  const bool accuracy = std::any_of(trained.begin(), trained.end(), [](const TracePoint* p) {
    return std::isfinite(p->consistent.test_accuracy) || std::isfinite(p->refit.test_accuracy);
  });
  const auto score = accuracy ? &ModelScores::test_accuracy : &ModelScores::test_loss;
  const Json series =
      curves_json(trained, {{"consistent", [&](const TracePoint& p) { return p.consistent.*score; }},
                            {"refit", [&](const TracePoint& p) { return p.refit.*score; }}});
  if (series.empty()) return "";
  page.charts["way_models"] = trace_chart(series, accuracy ? "test accuracy" : "test loss");
  page.charts["way_models"]["marked"] = true;
  if (accuracy) page.charts["way_models"]["y_format"] = ".2~%";
  return html_chart("way_models",
                    "Models that were trained for the record at λ on the way: on the training data alone "
                    "(consistent), and on the validation data too (refit).",
                    "rows");
}

}  // namespace

std::string study_trace(const StudyView& view, Page& page) {
  if (!view.summary || view.summary->trace.empty()) return "";
  const std::vector<TracePoint>& trace = view.summary->trace;
  const std::string charts = network_chart(trace, page) + trained_chart(trace, page);
  if (charts.empty()) return "";
  return html_section("way", "Training curves",
                      charts +
                          "<p class=\"quiet\">Test data selected nothing: its numbers are for the "
                          "record.</p>\n");
}

}  // namespace gbho::inline internal
