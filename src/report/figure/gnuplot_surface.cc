#include "report/figure/gnuplot_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figure/gnuplot.h"
#include "report/figure/gnuplot_style.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kWires = "with lines lc rgb '#777777' dt solid lw 0.7 notitle";
constexpr const char* kPoints = "using 1:2:3 with points pt 7 ps 0.8 lc rgb '#D55E00' nocontour notitle";

// Wires that are neither too dense to see through nor miss the edge of the grid.
size_t wire_step(size_t points) {
  constexpr size_t kMostWires = 12;
  for (size_t step = 1; step < points; ++step) {
    if ((points - 1) % step == 0 && (points - 1) / step <= kMostWires) return step;
  }
  return 1;
}

// The eye is above the corner where both axes begin, so that what rises with them rises away from it. gnuplot
// gives labels of three axes no room of their own, hence the offsets.
std::string space_commands(const Surface& surface, const std::string& grid, const std::string& points) {
  Axis z = surface.z;
  z.label = "";  // beside the axis there is no room: on top of it
  std::string text = axis_commands("z", z, {&surface.values, &surface.lower, &surface.upper});
  text += fmt::format("  set label {} at graph 0,1,1.2 center\n", gnuplot_text(surface.z.label));
  text +=
      "  unset key\n  unset colorbox\n  set view 58,325,1,1.1\n  set xyplane relative 0.05\n"
      "  set xtics offset 0,-0.3\n  set ytics offset -0.5,-0.5\n  set ylabel offset 1.5,0\n"
      "  set pm3d scansautomatic\n  set style fill transparent solid 0.85\n";
  const std::string wires =
      fmt::format("{} every {}:{}", grid, wire_step(surface.grid_y.size()), wire_step(surface.grid_x.size()));
  // From below to above: what is nearer to the eye comes later.
  std::vector<std::string> parts;
  if (!surface.lower.empty()) parts.push_back(fmt::format("{} using 1:2:4 {}", wires, kWires));
  parts.push_back(grid + " using 1:2:3 with pm3d notitle");
  if (!surface.upper.empty()) parts.push_back(fmt::format("{} using 1:2:5 {}", wires, kWires));
  if (!surface.points_x.empty()) parts.push_back(points + " " + kPoints);
  return text + draw_command("splot", parts);
}

std::string map_commands(const Surface& surface, const std::string& grid, const std::string& points) {
  Axis z = surface.z;
  z.label = "";  // above the scale of colors, as y's above its axis: beside them they would be cut off
  // All colors for the values there are; gnuplot would round the range up.
  const auto [low, high] = std::minmax_element(surface.values.begin(), surface.values.end());
  if (low != high && !std::isfinite(z.low)) z.low = *low;
  if (low != high && !std::isfinite(z.high)) z.high = *high;
  std::string text = axis_commands("cb", z, {&surface.values});
  text += fmt::format("  set label {} at graph 1.08,1.1 left\n", gnuplot_text(surface.z.label));
  text +=
      fmt::format("  unset ylabel\n  set label {} at graph -0.05,1.1 right\n", gnuplot_text(surface.y.label));
  text +=
      "  unset key\n  set view map\n  set contour base\n  set cntrparam levels auto 10\n"
      "  set cntrlabel onecolor\n  set pm3d corners2color mean interpolate 2,2\n";
  std::vector<std::string> parts = {
      grid + " using 1:2:3 with pm3d nocontour notitle",
      grid + " using 1:2:3 with lines lc rgb '#FFFFFF' dt solid lw 0.8 nosurface notitle"};
  if (!surface.points_x.empty()) parts.push_back(points + " " + kPoints);
  return text + draw_command("splot", parts);
}

}  // namespace

std::string surface_commands(const Surface& surface, const std::string& grid, const std::string& points) {
  const std::string axes = axis_commands("x", surface.x, {&surface.grid_x}) +
                           axis_commands("y", surface.y, {&surface.grid_y}) + palette_command();
  return axes + (surface.kind == Surface::Kind::kMap ? map_commands(surface, grid, points)
                                                     : space_commands(surface, grid, points));
}

}  // namespace gbho::inline internal
