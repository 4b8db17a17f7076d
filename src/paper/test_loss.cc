#include <algorithm>
#include <cmath>

#include "paper/figures.h"

namespace gbho::inline internal {
namespace {

size_t place_of(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

}  // namespace

Figure test_loss_figure(const std::string& name, const std::string& title,
                        const std::vector<TestLoss>& losses) {
  BarChart chart;
  chart.y = {"test loss", 0};
  chart.marker_label = "paper";
  std::vector<std::string> methods;
  for (const TestLoss& loss : losses) {
    place_of(chart.groups, loss.instance);
    place_of(methods, loss.method);
  }
  const std::vector<double> nothing(chart.groups.size(), kNone);
  for (const std::string& method : methods) chart.bars.push_back({method, nothing, nothing, nothing});
  for (const TestLoss& loss : losses) {
    Bars& bars = chart.bars[place_of(methods, loss.method)];
    const size_t group = place_of(chart.groups, loss.instance);
    bars.y[group] = loss.mean;
    bars.errors[group] = loss.error;
    bars.markers[group] = loss.paper;
  }
  // A legend for markers only where there are some.
  for (Bars& bars : chart.bars) {
    if (std::none_of(bars.markers.begin(), bars.markers.end(), [](double x) { return std::isfinite(x); })) {
      bars.markers.clear();
    }
  }
  Figure figure{name, title, {std::move(chart)}};
  figure.panel_height = 3.3;
  return figure;
}

}  // namespace gbho::inline internal
