#pragma once

#include <array>
#include <string>
#include <vector>

#include "report/figure/figure.h"

// The looks of all figures, and pieces of gnuplot commands.

namespace gbho::inline internal {

struct Look {
  const char* color;
  const char* dashes;
  int point;
  int pattern;  ///< of bars
};

/// By style number, beginning again after the last.
const Look& look_of(int style);
/// The number of the style's linetype in the script.
int linetype_of(int style);
/// Commands that define the linetypes.
std::string linetype_commands();
/// "set palette …" for surfaces and maps.
std::string palette_command();

/// Label, range and numbers of an axis ("x", "y", "z" or "cb"), with the data that it shows.
std::string axis_commands(const std::string& name, const Axis& axis,
                          const std::vector<const std::vector<double>*>& data);

std::string legend_command(Legend legend);

/// "title 'x'", or "notitle".
std::string title_part(const std::string& label);

/// "  plot A, \", "    B"
std::string draw_command(const std::string& command, const std::vector<std::string>& parts);

}  // namespace gbho::inline internal
