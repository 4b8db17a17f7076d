// f − φ̂, μ and ρ over the iterations of methods that have them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/html/html.h"
#include "report/html/study_view.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

struct Trace {
  std::string id;
  std::string title;
  std::string caption;
  std::function<double(const Iteration&)> value;
  std::function<double(const Iteration&)> band = {};  // half its width
};

const std::vector<Trace>& traces() {
  static const std::vector<Trace> all = {
      {"gap", "f − φ̂", "Distance of f from the model of φ, with ± ŝ. Above zero the constraint is violated.",
       [](const Iteration& i) { return i.f - i.phi_hat; }, [](const Iteration& i) { return i.s_hat; }},
      {"mu", "μ", "The multiplier: the price of the constraint.", [](const Iteration& i) { return i.mu; }},
      {"rho", "ρ", "The weight of the penalty.", [](const Iteration& i) { return i.rho; }}};
  return all;
}

}  // namespace

std::string study_convergence(const StudyView& view, Page& page) {
  std::vector<std::string> charts;
  for (const Trace& trace : traces()) {
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> band;
    double step = 0;
    for (const Iteration& iteration : view.iterations) {
      if (iteration.kind != "iteration") continue;
      ++step;
      if (!std::isfinite(trace.value(iteration))) continue;
      x.push_back(step);
      y.push_back(trace.value(iteration));
      if (trace.band) band.push_back(trace.band(iteration));
    }
    if (x.empty()) continue;
    page.charts[trace.id] = {{"kind", "steps"},          {"x_title", "iteration"},
                             {"y_title", trace.title},   {"x", chart_numbers(x)},
                             {"y", chart_numbers(y)},    {"band", chart_numbers(band)},
                             {"zero", trace.id == "gap"}};
    charts.push_back(html_chart(trace.id, trace.caption, "small"));
  }
  if (charts.empty()) return "";
  return html_section("convergence", "Convergence", html_chart_grid(charts));
}

}  // namespace gbho::inline internal
