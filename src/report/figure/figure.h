#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <variant>
#include <vector>

// Figures as plain data. Texts are UTF-8 and shown as they are. What is not a number is left out.

namespace gbho::inline internal {

constexpr double kAutomatic = std::numeric_limits<double>::quiet_NaN();

struct Axis {
  std::string label;
  double low = kAutomatic;  ///< the axis begins where its data does
  double high = kAutomatic;
  bool logarithmic = false;
  double step = kAutomatic;  ///< between two numbers on the axis; by itself some five of them
};

enum class Legend { kHidden, kTopLeft, kTopRight, kBottomLeft, kBottomRight, kBelow };

/// Points that belong together.
struct Series {
  enum class Kind { kLine, kPoints, kLinePoints, kBand };

  std::string label;  ///< in the legend; empty: not there
  Kind kind = Kind::kLine;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> errors = {};  ///< standard errors of y, as bars; empty: none
  std::vector<double> low = {};     ///< kBand: from low to high, instead of y
  std::vector<double> high = {};
  int style = 0;      ///< color, dashes and points; series of one style belong together
  bool thin = false;  ///< one of many
};

/// A thin line across the whole plot.
struct ReferenceLine {
  enum class Direction { kHorizontal, kVertical };

  Direction direction = Direction::kHorizontal;
  double at = 0;
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<ReferenceLine> lines = {};
  Legend legend = Legend::kTopRight;
};

/// The bars of one kind, one in each group.
struct Bars {
  std::string label;
  std::vector<double> y;
  std::vector<double> errors = {};   ///< standard errors of y; empty: none
  std::vector<double> markers = {};  ///< values from elsewhere, to compare with; empty: none
};

struct BarChart {
  std::string title;
  Axis y;
  std::vector<std::string> groups;
  std::vector<Bars> bars;
  std::string marker_label;  ///< what the markers are
  Legend legend = Legend::kBelow;
};

/// z over a grid, as a surface in space or as a map of colors with contour lines.
struct Surface {
  enum class Kind { kSpace, kMap };

  std::string title;
  Kind kind = Kind::kSpace;
  Axis x;
  Axis y;
  Axis z;
  std::vector<double> grid_x;
  std::vector<double> grid_y;
  std::vector<double> values;      ///< z at (grid_x[i], grid_y[j]) is values[i · |grid_y| + j]
  std::vector<double> lower = {};  ///< kSpace: sheets below and above, as wire meshes; empty: none
  std::vector<double> upper = {};
  std::vector<double> points_x = {};  ///< marked points, of a sample say
  std::vector<double> points_y = {};
  std::vector<double> points_z = {};
};

using Panel = std::variant<Plot, BarChart, Surface>;

struct Figure {
  std::string name;  ///< of its files
  std::string title;
  std::vector<Panel> panels;
  int columns = 1;           ///< panels side by side
  double panel_width = 3.5;  ///< inches; text is 12 points high: a panel is made for a column of a paper
  double panel_height = 2.8;
};

/// Throws ConfigError with the remedy when gnuplot is missing: to be called before anything is trained.
void check_gnuplot();

/// Writes NAME.dat and NAME.gp, to draw the figure again from, and has gnuplot make NAME.svg and NAME.png of
/// them; makes the folder. Throws ConfigError without gnuplot, RunError when it fails.
void draw_figure(const Figure& figure, const std::filesystem::path& folder);

}  // namespace gbho::inline internal
