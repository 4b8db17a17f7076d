#include "report/figure/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>

#include "gbho/base/error.h"
#include "report/figure/gnuplot.h"

namespace gbho {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Figures : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "gbho-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  static bool has_gnuplot() { return std::system("command -v gnuplot > /dev/null") == 0; }

  std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

// Without gnuplot on the PATH, as on a machine that lacks it.
class EmptyPath {
 public:
  explicit EmptyPath(const fs::path& nowhere) : saved_(std::getenv("PATH")) {
    ::setenv("PATH", nowhere.c_str(), 1);
  }
  ~EmptyPath() { ::setenv("PATH", saved_.c_str(), 1); }
  EmptyPath(const EmptyPath&) = delete;
  EmptyPath& operator=(const EmptyPath&) = delete;

 private:
  std::string saved_;
};

std::string message_of_drawing(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Series parabola(Series::Kind kind) {
  Series series;
  series.label = "l2_hidden";
  series.kind = kind;
  for (int i = 0; i < 5; ++i) {
    series.x.push_back(i);
    series.y.push_back(i * i);
  }
  return series;
}

Plot plot_of_all_kinds() {
  Plot plot;
  plot.title = "it's φ̂";
  plot.x.label = "λ_1 & <λ>";
  plot.y.label = "ŝ";
  plot.series = {parabola(Series::Kind::kLine), parabola(Series::Kind::kPoints),
                 parabola(Series::Kind::kLinePoints), parabola(Series::Kind::kBand)};
  plot.series[2].errors = {1, 1, 1, 1, 1};
  plot.series[3].low = {-1, 0, 3, 8, 15};
  plot.series[3].high = {1, 2, 5, 10, 17};
  plot.lines = {{ReferenceLine::Direction::kVertical, 2.5}};
  return plot;
}

BarChart two_groups() {
  BarChart chart;
  chart.y = {"test loss", 0};
  chart.groups = {"1K", "5K"};
  chart.bars = {{"grid", {0.4, 0.2}, {0.01, kAutomatic}, {0.42, kAutomatic}}, {"gbho", {0.3, 0.1}}};
  chart.marker_label = "paper";
  return chart;
}

Surface saddle(Surface::Kind kind) {
  Surface surface;
  surface.kind = kind;
  surface.grid_x = {-2, -1, 0, 1, 2};
  surface.grid_y = {0, 1, 2};
  for (const double x : surface.grid_x) {
    for (const double y : surface.grid_y) {
      surface.values.push_back(x * x - y * y);
      surface.lower.push_back(x * x - y * y - 1);
      surface.upper.push_back(x * x - y * y + 1);
    }
  }
  surface.points_x = surface.points_y = surface.points_z = {0, 1};
  return surface;
}

Figure figure_of(const std::string& name, std::vector<Panel> panels) {
  Figure figure;
  figure.name = name;
  figure.title = "all kinds_of panels";
  figure.panels = std::move(panels);
  figure.columns = 2;
  return figure;
}

TEST(GnuplotScript, QuotesText) {
  EXPECT_EQ(gnuplot_text("l2_hidden^2"), "'l2_hidden^2'");
  EXPECT_EQ(gnuplot_text("it's"), "'it''s'");
  EXPECT_EQ(gnuplot_text("two\nlines"), "'two lines'");
}

TEST(GnuplotScript, SaysWhatToDraw) {
  const std::string script = gnuplot_script(figure_of("x", {plot_of_all_kinds(), two_groups()}));
  EXPECT_THAT(script, AllOf(HasSubstr("set multiplot layout 1,2 title 'all kinds_of panels'"),
                            HasSubstr("set title 'it''s φ̂'"), HasSubstr("set xlabel 'λ_1 & <λ>'"),
                            HasSubstr("'x.dat' index 0 using 1:2 with lines"),
                            HasSubstr("'x.dat' index 2 using 1:2:3 with yerrorlines"),
                            HasSubstr("'x.dat' index 3 using 1:2:3 with filledcurves"),
                            HasSubstr("set arrow from first 2.5, graph 0 to first 2.5, graph 1")));
  EXPECT_THAT(script, AllOf(HasSubstr("set xtics ('1K' 0, '5K' 1)"),
                            HasSubstr("'x.dat' index 4 using 1:2 with boxes"),
                            HasSubstr("'x.dat' index 5 using 1:2 with boxes"), HasSubstr("title 'paper'")));
  EXPECT_THAT(script, AllOf(HasSubstr("terminal svg"), HasSubstr("terminal pngcairo"),
                            HasSubstr("noenhanced"), Not(HasSubstr(" enhanced"))));
}

TEST(GnuplotScript, CountsTheBlocksThatTheDataHas) {
  const Figure figure =
      figure_of("x", {saddle(Surface::Kind::kSpace), two_groups(), saddle(Surface::Kind::kMap)});
  const std::string data = gnuplot_data(figure);
  size_t blocks = 0;
  for (size_t at = data.find("\n\n\n"); at != std::string::npos; at = data.find("\n\n\n", at + 1)) ++blocks;
  EXPECT_EQ(blocks, 6U);  // surface, points, two kinds of bars, surface, points
  const std::string script = gnuplot_script(figure);
  EXPECT_THAT(script, AllOf(HasSubstr("index 5 using 1:2:3 with points"), Not(HasSubstr("index 6"))));
}

TEST(GnuplotScript, PutsFewNumbersOnAnAxis) {
  Plot plot = plot_of_all_kinds();  // y from −1 to 17
  EXPECT_THAT(gnuplot_script(figure_of("x", {plot})), HasSubstr("set ytics 5\n"));
  plot.y.step = 4;
  EXPECT_THAT(gnuplot_script(figure_of("x", {plot})), HasSubstr("set ytics 4\n"));
  plot.y = {"log", 1, 100, true};
  EXPECT_THAT(
      gnuplot_script(figure_of("x", {plot})),
      AllOf(HasSubstr("set logscale y\n"), HasSubstr("set yrange [1:100]"), Not(HasSubstr("set ytics"))));
}

TEST(GnuplotScript, RefusesColumnsOfDifferentLengths) {
  Plot plot = plot_of_all_kinds();
  plot.series[0].y.pop_back();
  EXPECT_THAT(message_of_drawing([&] { gnuplot_script(figure_of("x", {plot})); }),
              HasSubstr("'l2_hidden' has 5 points and a column of 4"));
  Surface surface = saddle(Surface::Kind::kMap);
  surface.values.pop_back();
  EXPECT_THROW(gnuplot_script(figure_of("x", {surface})), Error);
}

TEST(GnuplotData, PutsBarsBesideEachOther) {
  const std::string data = gnuplot_data(figure_of("x", {two_groups()}));
  EXPECT_THAT(data, AllOf(HasSubstr("-0.205 0.4 0.01 0.42\n0.795 0.2 nan nan\n"),
                          HasSubstr("0.205 0.3 nan nan\n1.205 0.1 nan nan\n")));
}

TEST_F(Figures, AreDrawn) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is missing";
  draw_figure(figure_of("all", {plot_of_all_kinds(), two_groups(), saddle(Surface::Kind::kSpace),
                                saddle(Surface::Kind::kMap)}),
              folder_ / "new");
  EXPECT_THAT(content("new/all.png"), StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_GT(fs::file_size(folder_ / "new/all.png"), 20000U);
  const std::string svg = content("new/all.svg");
  EXPECT_THAT(svg, AllOf(StartsWith("<?xml"), HasSubstr("</svg>"), HasSubstr("λ_1 &amp; &lt;λ"),
                         HasSubstr("all kinds_of panels"), HasSubstr("it's φ̂")));
  EXPECT_TRUE(fs::exists(folder_ / "new/all.dat"));
  EXPECT_TRUE(fs::exists(folder_ / "new/all.gp"));
}

TEST_F(Figures, NeedGnuplot) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is missing";
  EXPECT_NO_THROW(check_gnuplot());
  const EmptyPath path(folder_);
  EXPECT_THROW(check_gnuplot(), ConfigError);
  EXPECT_THAT(message_of_drawing(check_gnuplot), HasSubstr("apt-get install gnuplot-nox"));
  EXPECT_THROW(draw_figure(figure_of("x", {two_groups()}), folder_), ConfigError);
}

TEST_F(Figures, SayWhatGnuplotSays) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is missing";
  Plot empty;  // nothing to plot
  const Figure figure = figure_of("nothing", {empty});
  EXPECT_THROW(draw_figure(figure, folder_), RunError);
  EXPECT_THAT(message_of_drawing([&] { draw_figure(figure, folder_); }),
              AllOf(HasSubstr("nothing.gp"), HasSubstr("line")));
}

}  // namespace
}  // namespace gbho
