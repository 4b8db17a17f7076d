#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "gbho/base/random.h"

namespace gbho::inline internal {

struct ForestOptions {
  int64_t trees = 10;
  int64_t split_size = 3;      ///< nodes with fewer points are leaves
  double dimensions = 5. / 6;  ///< part of the dimensions that a node looks at, at least one
};

struct ForestPrediction {
  double mean = 0;
  double variance = 0;  ///< between the trees, plus the mean of that within their leaves
};

/// Regression trees, each grown on a bootstrap sample; every node looks at some of the dimensions, drawn
/// anew, and cuts at a random place between the two points that part the values best. Same stream, same
/// forest.
class RandomForest {
 public:
  /// x [t, n], y [t], t ≥ 1. Throws Error when shapes do not fit or a number is not finite.
  RandomForest(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const Stream& stream,
               const ForestOptions& options = {});

  ForestPrediction predict(const Eigen::VectorXd& x) const;

 private:
  struct Node {
    Eigen::Index dimension = -1;  ///< −1: a leaf
    double threshold = 0;         ///< left: below it
    size_t left = 0;
    size_t right = 0;
    double mean = 0;
    double variance = 0;
  };
  using Tree = std::vector<Node>;

  struct Growth;  ///< what is at hand while a tree grows
  static size_t grow(Growth& growth, size_t first, size_t last);

  std::vector<Tree> trees_;
};

}  // namespace gbho::inline internal
