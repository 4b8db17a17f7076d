#pragma once

#include <cstdint>
#include <vector>

#include "gbho/record/table_findings.h"
#include "study/linear_lens.h"

namespace gbho::inline internal {

/// Rows of a source that weighs less are not what models are judged by.
constexpr double kKeepsWeight = 0.5;
/// A source is called harmful where so many standard errors are gained without it.
constexpr double kClearErrors = 2;

/// A table's rows by source, as the search for weights needs them.
struct SourceRows {
  std::vector<int64_t> of_row;  ///< of the table
  std::vector<int64_t> count;   ///< rows of each source
  std::vector<bool> judges;     ///< whose rows count; empty: for each source those of all others
};

/// Weights of sources in training that make held-out rows of the others come out best. Each source is tried
/// at a few weights while the others keep theirs, all at once, until nothing moves. A weight leaves one only
/// where that clearly gains.
class SourceSearch {
 public:
  /// λ of the lens: the penalty, then a weight for each source.
  SourceSearch(LinearLens& lens, const SourceRows& rows, const std::vector<double>& penalties);

  /// False when the run is to be left.
  bool run();

  const std::vector<double>& weights() const { return weights_; }
  /// By all folds but one; with a part held out, by all of it.
  std::vector<double> weights_without(int64_t fold) const;
  /// What is known of a source: weight, error, folds, left_out, harms.
  SourceWeight describe(int64_t source) const;
  bool is_judged(int64_t source) const;

 private:
  bool choose_penalty(const std::vector<double>& penalties);
  bool sweep();
  bool votes(int64_t row, int64_t source) const;
  /// The best weight by the rows of one share (−1: of all), or of all but one.
  double best_weight(int64_t source, int64_t share, bool but_it) const;
  Gain gain_of(int64_t source, size_t weight, int64_t share, bool but_it) const;
  torch::Tensor lambda_of(const std::vector<double>& weights) const;
  int64_t sources() const { return static_cast<int64_t>(rows_.count.size()); }

  LinearLens& lens_;
  const SourceRows& rows_;
  std::vector<double> penalties_;
  std::vector<int64_t> source_;  ///< of each held-out row
  std::vector<int64_t> share_;   ///< which fold it is held out by
  int64_t shares_ = 1;
  double penalty_ = 0;
  std::vector<double> weights_;
  std::vector<torch::Tensor> tried_;  ///< of each source [weights, N]; undefined: it is not judged
};

}  // namespace gbho::inline internal
