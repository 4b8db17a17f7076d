#include <fmt/format.h>

#include <algorithm>

#include "report/figure/gnuplot.h"

namespace gbho::inline internal {
namespace {

using Column = std::vector<double>;

// A comment is one line.
std::string comment(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.empty() ? "" : "# " + text + "\n";
}

// gnuplot reads "nan" as a number that is not there, and goes on after it.
std::string row(std::initializer_list<double> numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", number);
  return text + "\n";
}

double entry(const Column& column, size_t i) {
  return i < column.size() ? column[i] : kAutomatic;
}

// Two empty lines part one block from the next.
constexpr const char* kEnd = "\n\n";

std::string block(const Series& series) {
  const bool band = series.kind == Series::Kind::kBand;
  std::string text = comment(series.label) + (band ? "# x low high\n" : "# x y error\n");
  for (size_t i = 0; i < series.x.size(); ++i) {
    text += band ? row({series.x[i], entry(series.low, i), entry(series.high, i)})
                 : row({series.x[i], entry(series.y, i), entry(series.errors, i)});
  }
  return text + kEnd;
}

std::string block(const Bars& bars, double offset) {
  std::string text = comment(bars.label) + "# x y error marker\n";
  for (size_t i = 0; i < bars.y.size(); ++i) {
    text += row({static_cast<double>(i) + offset, bars.y[i], entry(bars.errors, i), entry(bars.markers, i)});
  }
  return text + kEnd;
}

// One scan for each x, with an empty line between scans.
std::string block(const Surface& surface) {
  std::string text = comment(surface.title) + "# x y z lower upper\n";
  size_t at = 0;
  for (size_t i = 0; i < surface.grid_x.size(); ++i) {
    if (i > 0) text += "\n";
    for (const double y : surface.grid_y) {
      text += row({surface.grid_x[i], y, entry(surface.values, at), entry(surface.lower, at),
                   entry(surface.upper, at)});
      ++at;
    }
  }
  return text + kEnd;
}

std::string points_block(const Surface& surface) {
  if (surface.points_x.empty()) return "";
  std::string text = "# x y z\n";
  for (size_t i = 0; i < surface.points_x.size(); ++i) {
    text += row({surface.points_x[i], entry(surface.points_y, i), entry(surface.points_z, i)});
  }
  return text + kEnd;
}

struct Blocks {
  std::string operator()(const Plot& plot) const {
    std::string text;
    for (const Series& series : plot.series) text += block(series);
    return text;
  }
  std::string operator()(const BarChart& chart) const {
    std::string text;
    for (size_t b = 0; b < chart.bars.size(); ++b) text += block(chart.bars[b], bar_offset(chart, b));
    return text;
  }
  std::string operator()(const Surface& surface) const { return block(surface) + points_block(surface); }
};

}  // namespace

double bar_width(const BarChart& chart) {
  constexpr double kGroup = 0.82;  // of the distance between two groups
  return kGroup / static_cast<double>(chart.bars.size());
}

double bar_offset(const BarChart& chart, size_t bar) {
  return bar_width(chart) * (static_cast<double>(bar) - 0.5 * static_cast<double>(chart.bars.size() - 1));
}

std::string gnuplot_data(const Figure& figure) {
  std::string text = comment(figure.title);
  for (const Panel& panel : figure.panels) text += std::visit(Blocks{}, panel);
  return text;
}

}  // namespace gbho::inline internal
