#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/surrogate/designs.h"
#include "surrogate/box.h"

// Maximin: of two Latin hypercubes the one whose closest two points are farther apart is better.

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kDesigns = 20;
constexpr int64_t kSwaps = 1000;
constexpr int64_t kSwapWork = 50'000'000;  // distances looked at while swapping

struct ClosestPair {
  Index i = 0, j = 0;
  double square = std::numeric_limits<double>::infinity();
};

MatrixXd squared_distances(const MatrixXd& u) {
  const Index t = u.rows();
  MatrixXd squares = MatrixXd::Constant(t, t, std::numeric_limits<double>::infinity());
  for (Index i = 0; i < t; ++i) {
    for (Index j = 0; j < t; ++j) {
      if (i != j) squares(i, j) = (u.row(i) - u.row(j)).squaredNorm();
    }
  }
  return squares;
}

void update_distances(const MatrixXd& u, Index i, MatrixXd& squares) {
  VectorXd column = (u.rowwise() - u.row(i)).rowwise().squaredNorm();
  column[i] = std::numeric_limits<double>::infinity();
  squares.col(i) = column;
  squares.row(i) = column.transpose();
}

ClosestPair closest_pair(const MatrixXd& squares) {
  ClosestPair pair;
  pair.square = squares.minCoeff(&pair.i, &pair.j);
  return pair;
}

MatrixXd random_hypercube(Index count, Index n, Stream& stream) {
  MatrixXd u(count, n);
  for (Index k = 0; k < n; ++k) {
    const std::vector<int64_t> order = stream.permutation(count);
    for (Index i = 0; i < count; ++i) {
      const auto stratum = static_cast<double>(order[static_cast<size_t>(i)]);
      u(i, k) = (stratum + stream.uniform()) / static_cast<double>(count);
    }
  }
  return u;
}

// Moves one of the closest two points by swapping a coordinate with a third; keeps what helps.
void improve_by_swaps(MatrixXd& u, Stream& stream) {
  const Index t = u.rows();
  MatrixXd squares = squared_distances(u);
  ClosestPair closest = closest_pair(squares);
  const int64_t swaps = std::min(kSwaps, kSwapWork / (t * t));
  for (int64_t swap = 0; swap < swaps; ++swap) {
    const Index moved = stream.below(2) == 0 ? closest.i : closest.j;
    const auto other = static_cast<Index>(stream.below(static_cast<uint64_t>(t)));
    const auto k = static_cast<Index>(stream.below(static_cast<uint64_t>(u.cols())));
    if (other == moved) continue;
    const auto exchange = [&] {
      std::swap(u(moved, k), u(other, k));
      update_distances(u, moved, squares);
      update_distances(u, other, squares);
    };
    exchange();
    const ClosestPair now = closest_pair(squares);
    if (now.square >= closest.square) {
      closest = now;
    } else {
      exchange();
    }
  }
}

}  // namespace

MatrixXd latin_hypercube(const VectorXd& low, const VectorXd& high, int64_t count, Stream stream) {
  check_box(low, high, "Latin hypercube");
  if (count < 1) {
    throw ConfigError(fmt::format("Latin hypercube: {} points asked for; ask for at least 1", count));
  }
  MatrixXd best = random_hypercube(count, low.size(), stream);
  if (count > 2 && low.size() > 1) {
    double best_square = closest_pair(squared_distances(best)).square;
    for (int design = 1; design < kDesigns; ++design) {
      MatrixXd other = random_hypercube(count, low.size(), stream);
      const double square = closest_pair(squared_distances(other)).square;
      if (square <= best_square) continue;
      best = std::move(other);
      best_square = square;
    }
    improve_by_swaps(best, stream);
  }
  return from_unit_box(best, low, high);
}

}  // namespace gbho
