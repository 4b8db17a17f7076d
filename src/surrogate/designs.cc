#include "gbho/surrogate/designs.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "surrogate/box.h"
#include "surrogate/sobol.h"

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int64_t kMostGridPoints = 100'000'000;

void check_design(const VectorXd& low, const VectorXd& high, int64_t count, const char* what) {
  check_box(low, high, what);
  if (count < 1) throw ConfigError(fmt::format("{}: {} points asked for; ask for at least 1", what, count));
}

}  // namespace

MatrixXd grid_design(const VectorXd& low, const VectorXd& high, const std::vector<int64_t>& points) {
  check_box(low, high, "grid design");
  if (static_cast<Index>(points.size()) != low.size()) {
    throw ConfigError(fmt::format("grid design: {} numbers of points for {} dimensions; give one each",
                                  points.size(), low.size()));
  }
  int64_t total = 1;
  for (const int64_t count : points) {
    if (count < 1)
      throw ConfigError(fmt::format("grid design: {} points in a dimension; ask for at least 1", count));
    if (total > kMostGridPoints / count)
      throw ConfigError("grid design: more than 100 million points; ask for fewer");
    total *= count;
  }
  MatrixXd u(total, low.size());
  int64_t repeat = 1;  // rows for which a coordinate stays the same
  for (Index k = low.size() - 1; k >= 0; --k) {
    const int64_t count = points[static_cast<size_t>(k)];
    for (Index i = 0; i < total; ++i) {
      const int64_t step = i / repeat % count;
      u(i, k) = count == 1 ? 0.5 : static_cast<double>(step) / static_cast<double>(count - 1);
    }
    repeat *= count;
  }
  return from_unit_box(u, low, high);
}

int64_t sobol_dimensions() {
  return SobolSequence::kDimensions;
}

MatrixXd sobol_design(const VectorXd& low, const VectorXd& high, int64_t count, Stream stream) {
  check_design(low, high, count, "Sobol design");
  if (low.size() > SobolSequence::kDimensions) {
    throw ConfigError(fmt::format(
        "Sobol design: {} dimensions; there are direction numbers for {}. A Latin hypercube has no "
        "such limit",
        low.size(), SobolSequence::kDimensions));
  }
  if (count > INT64_C(1) << (SobolSequence::kBits - 1)) {
    throw ConfigError(fmt::format("Sobol design: {} points; the sequence has 2^31", count));
  }
  std::vector<uint32_t> shift(static_cast<size_t>(low.size()));
  for (uint32_t& bits : shift) bits = static_cast<uint32_t>(stream.bits() >> 32);
  SobolSequence sequence(low.size());
  MatrixXd u(count, low.size());
  for (Index i = 0; i < count; ++i) {
    const std::vector<uint32_t>& point = sequence.next();
    for (Index k = 0; k < low.size(); ++k) {
      const auto at = static_cast<size_t>(k);
      // The middle of the cell: never exactly on a face of the box.
      u(i, k) = (static_cast<double>(point[at] ^ shift[at]) + 0.5) * 0x1.0p-32;
    }
  }
  return from_unit_box(u, low, high);
}

MatrixXd random_design(const VectorXd& low, const VectorXd& high, int64_t count, Stream stream) {
  check_design(low, high, count, "random design");
  MatrixXd u(count, low.size());
  for (Index i = 0; i < count; ++i) {
    for (Index k = 0; k < low.size(); ++k) u(i, k) = stream.uniform();
  }
  return from_unit_box(u, low, high);
}

}  // namespace gbho
