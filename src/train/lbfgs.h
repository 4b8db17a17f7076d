#pragma once

#include <torch/types.h>

#include <deque>
#include <optional>
#include <utility>

#include "gbho/nn/snapshot.h"
#include "gbho/train/solver.h"
#include "train/ensemble.h"

namespace gbho::inline internal {

/// Limited-memory BFGS for every member at once: full batches, an Armijo–Wolfe bisection per member, in
/// lockstep. Nocedal & Wright, chapter 7.
class Lbfgs {
 public:
  /// At `start`, or where an earlier attempt left off. The arguments outlive the minimizer; a pass over the
  /// ensemble's training part costs `examples` sample-gradients a member.
  Lbfgs(const LowerOptions& options, const Weights& start, const std::optional<Snapshot>& from,
        int64_t examples, Ensemble& ensemble, Ledger& ledger);

  /// Moves the members in `active` [E, bool]; returns those whose line search found a lower value.
  torch::Tensor iterate(const torch::Tensor& active);

  /// f, f without the penalty, and ‖∇f‖ where the members are, [E]; double.
  const torch::Tensor& value() const { return at_.value; }
  const torch::Tensor& data_loss() const { return at_.data_loss; }
  torch::Tensor gradient_norm() const { return at_.gradient.norm(2, 1); }
  Weights weights() const;

  void save(Snapshot& snapshot) const;

 private:
  /// f and its gradient at a point, for every member.
  struct Point {
    torch::Tensor beta;  ///< [E, P]
    torch::Tensor value;
    torch::Tensor data_loss;
    torch::Tensor gradient;  ///< [E, P]
  };
  struct Pair {
    torch::Tensor s;
    torch::Tensor y;
    torch::Tensor rho;  ///< zero where the pair is of no use to a member
  };

  void restore(const Snapshot& snapshot);
  Point value_at(const torch::Tensor& beta);
  torch::Tensor quasi_newton_direction() const;
  std::pair<Point, torch::Tensor> line_search(const torch::Tensor& direction, const torch::Tensor& slope,
                                              torch::Tensor step, const torch::Tensor& active);
  static Point choose(const torch::Tensor& first, const Point& a, const Point& b);
  void remember(const Point& next, const torch::Tensor& found);

  const LowerOptions& options_;
  const Weights& like_;
  int64_t examples_;
  Ensemble& ensemble_;
  Ledger& ledger_;
  Point at_;
  std::deque<Pair> pairs_;
};

}  // namespace gbho::inline internal
