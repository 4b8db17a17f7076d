#include "report/figure/gnuplot_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/figure/gnuplot.h"

namespace gbho::inline internal {
namespace {

// Okabe and Ito's colors, which color-blind readers can tell apart; dashes, points and patterns serve where
// there is no color at all. Their yellow is too light for lines on white. The last five are for contests of
// many methods.
constexpr std::array<Look, 12> kLooks = {{{"#0072B2", "solid", 7, 3},
                                          {"#D55E00", "(8,4)", 5, 4},
                                          {"#009E73", "(2,3)", 9, 1},
                                          {"#CC79A7", "(8,3,2,3)", 13, 5},
                                          {"#E69F00", "(14,4)", 11, 2},
                                          {"#56B4E9", "(4,2)", 6, 3},
                                          {"#000000", "(8,2,2,2,2,2)", 4, 7},
                                          {"#7F7F7F", "(5,5)", 8, 6},
                                          {"#8C510A", "(12,3,4,3)", 10, 8},
                                          {"#332288", "(3,5)", 12, 4},
                                          {"#999933", "(10,2)", 14, 5},
                                          {"#882255", "(6,2,1,2)", 15, 1}}};

std::string bound(double number) {
  return std::isfinite(number) ? fmt::format("{:g}", number) : "*";
}

// 1, 2 or 5 times a power of ten, so that some five numbers stand on the axis; gnuplot's own choice is made
// for larger pictures. Not a number when there is no range.
double readable_step(double low, double high) {
  constexpr double kNumbers = 5;
  const double least = (high - low) / kNumbers;
  if (!std::isfinite(least) || least <= 0) return kAutomatic;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

double step_of(const Axis& axis, const std::vector<const std::vector<double>*>& data) {
  if (axis.logarithmic || std::isfinite(axis.step)) return axis.step;
  double low = INFINITY;
  double high = -INFINITY;
  for (const std::vector<double>* column : data) {
    for (const double number : *column) {
      if (!std::isfinite(number)) continue;
      low = std::min(low, number);
      high = std::max(high, number);
    }
  }
  return readable_step(std::isfinite(axis.low) ? axis.low : low, std::isfinite(axis.high) ? axis.high : high);
}

}  // namespace

const Look& look_of(int style) {
  return kLooks[static_cast<size_t>(style) % kLooks.size()];
}

int linetype_of(int style) {
  return style % static_cast<int>(kLooks.size()) + 1;
}

std::string linetype_commands() {
  std::string text;
  for (int style = 0; style < static_cast<int>(kLooks.size()); ++style) {
    const Look& look = look_of(style);
    text += fmt::format("set linetype {} lc rgb '{}' dt {} pt {} ps 0.7\n", linetype_of(style), look.color,
                        look.dashes, look.point);
  }
  return text;
}

// Viridis: its lightness grows evenly, so that a map can be read without color.
std::string palette_command() {
  return "  set palette defined (0 '#440154', 1 '#482878', 2 '#3E4A89', 3 '#31688E', 4 '#26828E', 5 "
         "'#1F9E89', "
         "6 '#35B779', 7 '#6DCD59', 8 '#B4DE2C', 9 '#FDE725')\n";
}

std::string axis_commands(const std::string& name, const Axis& axis,
                          const std::vector<const std::vector<double>*>& data) {
  std::string text = fmt::format("  set {}label {}\n", name, gnuplot_text(axis.label));
  text += fmt::format("  set {}range [{}:{}]\n", name, bound(axis.low), bound(axis.high));
  if (axis.logarithmic) text += fmt::format("  set logscale {}\n", name);
  const double step = step_of(axis, data);
  if (std::isfinite(step)) text += fmt::format("  set {}tics {:g}\n", name, step);
  return text;
}

std::string legend_command(Legend legend) {
  switch (legend) {
    case Legend::kHidden:
      return "  unset key\n";
    case Legend::kTopLeft:
      return "  set key top left Left reverse samplen 1.5\n";
    case Legend::kTopRight:
      return "  set key top right Right samplen 1.5\n";
    case Legend::kBottomLeft:
      return "  set key bottom left Left reverse samplen 1.5\n";
    case Legend::kBottomRight:
      return "  set key bottom right Right samplen 1.5\n";
    case Legend::kBelow:
      return "  set key bmargin center horizontal Left reverse samplen 1.5 height 1\n";
  }
  return "";
}

std::string title_part(const std::string& label) {
  return label.empty() ? "notitle" : "title " + gnuplot_text(label);
}

std::string draw_command(const std::string& command, const std::vector<std::string>& parts) {
  return fmt::format("  {} {}\n", command, joined(parts, ", \\\n    "));
}

}  // namespace gbho::inline internal
