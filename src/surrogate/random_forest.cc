#include "surrogate/random_forest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "gbho/base/error.h"

namespace gbho::inline internal {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct RandomForest::Growth {
  const MatrixXd& x;
  const VectorXd& y;
  const ForestOptions& options;
  Stream stream;
  std::vector<Index> rows;  ///< the bootstrap sample; a node is a range of it
  Tree tree;
};

namespace {

struct Cut {
  Index dimension = -1;
  double threshold = 0;
  double score = -std::numeric_limits<double>::infinity();
};

// Σy²: what is left of it after the means are taken off is least where Σ_left²/n_left + Σ_right²/n_right is
// largest. `rows` are sorted by the dimension.
void consider_cuts(const MatrixXd& x, const VectorXd& y, const std::vector<Index>& rows, Index dimension,
                   Stream& stream, Cut& best) {
  double total = 0;
  for (const Index row : rows) total += y[row];
  double left = 0;
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    left += y[rows[i]];
    const double here = x(rows[i], dimension);
    const double next = x(rows[i + 1], dimension);
    if (!(here < next)) continue;
    const auto count = static_cast<double>(i + 1);
    const auto others = static_cast<double>(rows.size() - i - 1);
    const double score = left * left / count + (total - left) * (total - left) / others;
    if (score <= best.score) continue;
    // Above `here`, at most `next`: both sides keep a point.
    const double threshold = next - stream.uniform() * (next - here);
    best = {dimension, threshold > here ? threshold : next, score};
  }
}

}  // namespace

size_t RandomForest::grow(Growth& growth, size_t first, size_t last) {
  const size_t index = growth.tree.size();
  growth.tree.emplace_back();
  const auto begin = growth.rows.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = growth.rows.begin() + static_cast<std::ptrdiff_t>(last);
  const auto count = static_cast<double>(last - first);
  double mean = 0;
  for (auto row = begin; row != end; ++row) mean += growth.y[*row] / count;
  double variance = 0;
  for (auto row = begin; row != end; ++row) variance += std::pow(growth.y[*row] - mean, 2) / count;
  growth.tree[index].mean = mean;
  growth.tree[index].variance = variance;
  if (static_cast<int64_t>(last - first) < growth.options.split_size || variance <= 0) return index;

  const auto n = static_cast<double>(growth.x.cols());
  const auto looked_at = std::max<size_t>(1, static_cast<size_t>(std::lround(growth.options.dimensions * n)));
  std::vector<int64_t> dimensions = growth.stream.permutation(growth.x.cols());
  dimensions.resize(std::min(looked_at, dimensions.size()));
  Cut cut;
  std::vector<Index> sorted(begin, end);
  for (const int64_t k : dimensions) {
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](Index a, Index b) { return growth.x(a, k) < growth.x(b, k); });
    consider_cuts(growth.x, growth.y, sorted, k, growth.stream, cut);
  }
  if (cut.dimension < 0) return index;  // copies of one point

  const auto middle = std::stable_partition(
      begin, end, [&](Index row) { return growth.x(row, cut.dimension) < cut.threshold; });
  const size_t border = first + static_cast<size_t>(middle - begin);
  const size_t left = grow(growth, first, border);
  const size_t right = grow(growth, border, last);
  Node& node = growth.tree[index];  // growing moves the nodes
  node.dimension = cut.dimension;
  node.threshold = cut.threshold;
  node.left = left;
  node.right = right;
  return index;
}

RandomForest::RandomForest(const MatrixXd& x, const VectorXd& y, const Stream& stream,
                           const ForestOptions& options) {
  if (y.size() == 0 || x.rows() != y.size() || x.cols() == 0) {
    throw Error(
        fmt::format("random forest: {} values at {} points of {} dimensions", y.size(), x.rows(), x.cols()));
  }
  if (!x.allFinite() || !y.allFinite()) {
    throw Error("random forest: a number is not finite; leave failed evaluations out");
  }
  for (int64_t i = 0; i < options.trees; ++i) {
    Growth growth{x, y, options, stream.child(std::to_string(i)), {}, {}};
    for (Index row = 0; row < y.size(); ++row) {
      growth.rows.push_back(static_cast<Index>(growth.stream.below(static_cast<uint64_t>(y.size()))));
    }
    grow(growth, 0, growth.rows.size());
    trees_.push_back(std::move(growth.tree));
  }
}

ForestPrediction RandomForest::predict(const VectorXd& x) const {
  ForestPrediction result;
  double squares = 0;
  const auto count = static_cast<double>(trees_.size());
  for (const Tree& tree : trees_) {
    const Node* node = tree.data();
    while (node->dimension >= 0)
      node = &tree[x[node->dimension] < node->threshold ? node->left : node->right];
    result.mean += node->mean;
    squares += node->mean * node->mean + node->variance;
  }
  result.mean /= count;
  result.variance = std::max(0.0, squares / count - result.mean * result.mean);
  return result;
}

}  // namespace gbho::inline internal
