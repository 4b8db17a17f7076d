#include "report/figure/figure.h"

#include <fmt/format.h>

#include <sstream>

#include "base/run_process.h"
#include "base/write_file.h"
#include "gbho/base/error.h"
#include "report/figure/gnuplot.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMissing =
    "figures are drawn by gnuplot, which was not found; install it: apt-get install gnuplot-nox";

// gnuplot shows the command, marks the place in it, and then says `"x.gp" line 12: what is wrong`.
std::string complaint(const std::string& output) {
  std::istringstream lines(output);
  std::string first;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.find(" line ") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

}  // namespace

void check_gnuplot() {
  if (!run_process({"gnuplot", "--version"}, fs::current_path(), {}).started) throw ConfigError(kMissing);
}

void draw_figure(const Figure& figure, const fs::path& folder) {
  const std::string script = gnuplot_script(figure);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RunError(fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  write_file((folder / (figure.name + ".dat")).string(), gnuplot_data(figure));
  write_file((folder / (figure.name + ".gp")).string(), script);
  const ProcessResult result = run_process({"gnuplot", figure.name + ".gp"}, folder, {});
  if (!result.started) throw ConfigError(kMissing);
  if (result.status != 0) {
    throw RunError(fmt::format("gnuplot failed on '{}': {}", (folder / (figure.name + ".gp")).string(),
                               complaint(result.output)));
  }
}

}  // namespace gbho::inline internal
