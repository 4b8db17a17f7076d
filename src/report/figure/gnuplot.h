#pragma once

#include <string>

#include "report/figure/figure.h"

namespace gbho::inline internal {

/// A text as gnuplot's script has it, in quotes. Terminals run without the enhanced mode, in which `_`, `^`
/// and others would be commands.
std::string gnuplot_text(const std::string& text);

/// The numbers of a figure: one block for each series, each set of bars, each surface and its points, in that
/// order, and panel by panel.
std::string gnuplot_data(const Figure& figure);

/// The commands that draw it from NAME.dat as NAME.svg and NAME.png. Throws Error for series whose lengths
/// differ.
std::string gnuplot_script(const Figure& figure);

/// Where the bars of a chart stand: the groups are at 0, 1, …
double bar_width(const BarChart& chart);
double bar_offset(const BarChart& chart, size_t bar);

}  // namespace gbho::inline internal
