#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gbho/base/error.h"
#include "report/figure/gnuplot.h"
#include "report/figure/gnuplot_style.h"
#include "report/figure/gnuplot_surface.h"

namespace gbho::inline internal {
namespace {

// Columns may be left out, but not be shorter or longer than the others.
void require_lengths(const std::string& label, size_t length, std::initializer_list<size_t> columns) {
  for (const size_t column : columns) {
    if (column != 0 && column != length) {
      throw Error(fmt::format("figure: '{}' has {} points and a column of {}", label, length, column));
    }
  }
}

std::string reference_line(const ReferenceLine& line) {
  const bool across = line.direction == ReferenceLine::Direction::kHorizontal;
  const auto end = [&](int side) {
    return across ? fmt::format("graph {}, first {:g}", side, line.at)
                  : fmt::format("first {:g}, graph {}", line.at, side);
  };
  return fmt::format("  set arrow from {} to {} nohead lc rgb '#888888'\n", end(0), end(1));
}

/// Writes the commands of each panel and counts the blocks of data that they use.
class Script {
 public:
  explicit Script(const std::string& name) : data_(gnuplot_text(name + ".dat")) {}

  std::string operator()(const Plot& plot) {
    std::vector<const std::vector<double>*> x;
    std::vector<const std::vector<double>*> y;
    std::vector<std::string> parts;
    for (const Series& series : plot.series) {
      x.push_back(&series.x);
      y.insert(y.end(), {&series.y, &series.low, &series.high});
      parts.push_back(part(series));
    }
    std::string text = frame(plot.title) + axis_commands("x", plot.x, x) + axis_commands("y", plot.y, y);
    for (const ReferenceLine& line : plot.lines) text += reference_line(line);
    text += "  set xlabel offset 0,0.4\n";  // away from a legend below it
    return text + legend_command(plot.legend) + draw_command("plot", parts);
  }

  std::string operator()(const BarChart& chart) {
    std::vector<const std::vector<double>*> y;
    for (const Bars& bars : chart.bars) y.insert(y.end(), {&bars.y, &bars.markers});
    std::vector<std::string> groups;
    for (const std::string& group : chart.groups) {
      groups.push_back(fmt::format("{} {}", gnuplot_text(group), groups.size()));
    }
    std::string text = frame(chart.title) + axis_commands("y", chart.y, y) + legend_command(chart.legend);
    text += fmt::format("  set xrange [-0.6:{:g}]\n", static_cast<double>(chart.groups.size()) - 0.4);
    text += fmt::format("  set xtics ({}) scale 0\n", joined(groups));
    text += fmt::format("  set boxwidth {:g}\n", 0.9 * bar_width(chart));
    return text + draw_command("plot", bar_parts(chart));
  }

  std::string operator()(const Surface& surface) {
    require_lengths(surface.title, surface.grid_x.size() * surface.grid_y.size(),
                    {surface.values.size(), surface.lower.size(), surface.upper.size()});
    require_lengths(surface.title, surface.points_x.size(),
                    {surface.points_y.size(), surface.points_z.size()});
    const std::string grid = next_block();
    const std::string points = surface.points_x.empty() ? "" : next_block();
    return frame(surface.title) + surface_commands(surface, grid, points);
  }

 private:
  static std::string frame(const std::string& title) {
    return fmt::format("\n  reset\n  set title {}\n  set border lw 0.8\n  set tics nomirror scale 0.5\n",
                       gnuplot_text(title));
  }

  std::string next_block() { return fmt::format("{} index {}", data_, block_++); }

  std::string part(const Series& series) {
    require_lengths(series.label, series.x.size(),
                    {series.y.size(), series.errors.size(), series.low.size(), series.high.size()});
    const int type = linetype_of(series.style);
    const std::string title = title_part(series.label);
    const std::string look = fmt::format("lt {} lw {} {}", type, series.thin ? 1 : 2, title);
    const bool errors = !series.errors.empty();
    switch (series.kind) {
      case Series::Kind::kBand:
        return fmt::format("{} using 1:2:3 with filledcurves lt {} fs transparent solid 0.2 noborder {}",
                           next_block(), type, title);
      case Series::Kind::kLine:
        return fmt::format("{} using 1:2 with lines {}", next_block(), look);
      case Series::Kind::kPoints:
        return fmt::format("{} using {} {}", next_block(),
                           errors ? "1:2:3 with yerrorbars" : "1:2 with points", look);
      case Series::Kind::kLinePoints:
        return fmt::format("{} using {} {}", next_block(),
                           errors ? "1:2:3 with yerrorlines" : "1:2 with linespoints", look);
    }
    return "";
  }

  // All bars, then all their errors and markers: nothing is hidden behind a neighbor.
  std::vector<std::string> bar_parts(const BarChart& chart) {
    std::vector<std::string> boxes;
    std::vector<std::string> above;
    bool marked = false;
    for (const Bars& bars : chart.bars) {
      require_lengths(bars.label, chart.groups.size(),
                      {bars.y.size(), bars.errors.size(), bars.markers.size()});
      const Look& look = look_of(static_cast<int>(boxes.size()));
      const std::string data = next_block();
      boxes.push_back(
          fmt::format("{} using 1:2 with boxes dt solid lc rgb '{}' fs pattern {} border lc rgb '{}' {}",
                      data, look.color, look.pattern, look.color, title_part(bars.label)));
      if (!bars.errors.empty()) {
        above.push_back(data +
                        " using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' "
                        "notitle");
      }
      if (bars.markers.empty()) continue;
      above.push_back(fmt::format("{} using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' {}",
                                  data, title_part(marked ? "" : chart.marker_label)));
      marked = true;
    }
    boxes.insert(boxes.end(), above.begin(), above.end());
    return boxes;
  }

  std::string data_;
  int block_ = 0;
};

// One drawing for both terminals: SVG at 96 units an inch, PNG at 240. A point of text is a unit in SVG, and
// 96/72 of a unit in PNG.
std::string terminal_commands(const Figure& figure, double width, double height) {
  const auto options = [&](double units, double font_scale) {
    return fmt::format("size {:.0f},{:.0f} noenhanced font 'sans-serif,12' fontscale {:.4g} linewidth {:.4g}",
                       width * units, height * units, font_scale, units / 96);
  };
  return fmt::format(
      "  if (format eq 'svg') {{ set terminal svg {} background rgb 'white' }}\n"
      "  if (format eq 'png') {{ set terminal pngcairo {} pointscale 2.5 }}\n"
      "  set output {}.format\n",
      options(96, 96.0 / 72), options(240, 240.0 / 96), gnuplot_text(figure.name + "."));
}

}  // namespace

std::string gnuplot_text(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';  // doubled
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

std::string gnuplot_script(const Figure& figure) {
  constexpr double kTitleHeight = 0.3;  // inches
  const int columns = std::max(1, figure.columns);
  const auto panels = static_cast<int>(figure.panels.size());
  const int rows = (panels + columns - 1) / columns;
  const double height = rows * figure.panel_height + (figure.title.empty() ? 0 : kTitleHeight);
  std::string text = fmt::format("# Draws {0}.svg and {0}.png from {0}.dat: gnuplot {0}.gp\n", figure.name);
  text += "set encoding utf8\n" + linetype_commands() + "do for [format in 'svg png'] {\n";
  text += terminal_commands(figure, columns * figure.panel_width, height);
  text += fmt::format("  set multiplot layout {},{}", rows, columns);
  if (!figure.title.empty()) text += " title " + gnuplot_text(figure.title);
  text += "\n";
  Script script(figure.name);
  for (const Panel& panel : figure.panels) text += std::visit(script, panel);
  return text + "\n  unset multiplot\n  unset output\n}\n";
}

}  // namespace gbho::inline internal
