#include "clean/value_density.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace gbho::inline internal {
namespace {

constexpr size_t kCells = 200;
constexpr double kBeyond = 0.01;

struct Grid {
  double low = 0;
  double cell = 1;

  double place(double value) const { return (value - low) / cell; }
};

double at_share(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<size_t>(std::llround(share * static_cast<double>(sorted.size() - 1)))];
}

// 0.9·min(deviation, interquartile range/1.34)·N^(−1/5), and no less than a cell.
double width_of(const std::vector<double>& sorted, double cell) {
  double mean = 0;
  double squares = 0;
  const auto count = static_cast<double>(sorted.size());
  for (const double value : sorted) mean += value / count;
  for (const double value : sorted) squares += (value - mean) * (value - mean) / count;
  const double quartiles = (at_share(sorted, 0.75) - at_share(sorted, 0.25)) / 1.34;
  const double spread = quartiles > 0 ? std::min(std::sqrt(squares), quartiles) : std::sqrt(squares);
  return std::max(0.9 * spread * std::pow(count, -0.2), cell);
}

/// At the grid's points.
std::array<double, kCells + 1> densities_of(const std::vector<double>& sorted, const Grid& grid) {
  std::array<double, kCells + 1> counts{};
  for (const double value : sorted) {
    const double place = grid.place(value);
    if (place >= 0 && place <= kCells) counts[static_cast<size_t>(std::llround(place))] += 1;
  }
  const double width = width_of(sorted, grid.cell);
  constexpr double kRootOfTwoPi = 2.5066282746310002;
  std::array<double, kCells + 1> densities{};
  for (size_t k = 0; k <= kCells; ++k) {
    for (size_t other = 0; other <= kCells; ++other) {
      const double away = grid.cell * (static_cast<double>(k) - static_cast<double>(other)) / width;
      densities[k] += counts[other] * std::exp(-away * away / 2);
    }
    densities[k] /= static_cast<double>(sorted.size()) * width * kRootOfTwoPi;
  }
  return densities;
}

}  // namespace

std::vector<double> density_of_values(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double low = at_share(sorted, kBeyond);
  const double high = at_share(sorted, 1 - kBeyond);
  std::vector<double> found(values.size(), 0.0);
  if (high <= low) return found;
  const Grid grid = {low, (high - low) / kCells};
  const std::array<double, kCells + 1> densities = densities_of(sorted, grid);
  for (size_t i = 0; i < values.size(); ++i) {
    const double place = grid.place(values[i]);
    if (place < 0 || place > kCells) continue;
    const auto cell = std::min(static_cast<size_t>(place), kCells - 1);
    const double beyond = place - static_cast<double>(cell);
    found[i] = (1 - beyond) * densities[cell] + beyond * densities[cell + 1];
  }
  return found;
}

}  // namespace gbho::inline internal
