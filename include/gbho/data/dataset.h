#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/table/schema.h"

namespace gbho {

/// Inputs and labels: x is float32 [N, …input_shape]; y is int64 [N], class numbers, or float32 [N], the
/// standardized targets of a regression.
struct Examples {
  torch::Tensor x;
  torch::Tensor y;

  int64_t size() const { return y.defined() ? y.size(0) : 0; }
  bool empty() const { return size() == 0; }
  bool regression() const { return y.defined() && y.is_floating_point(); }
  Examples to(torch::Device device) const;
  /// The examples of both, these first: what a refit trains on.
  Examples joined(const Examples& other) const;
};

/// A classification or a regression, split. `test` and `selection` may be empty.
struct Dataset {
  std::string name;
  Examples train;
  Examples validation;
  Examples test;
  Examples selection;
  Task task = Task::kClassification;
  int64_t classes = 0;               ///< outputs of a model: 1 for a regression
  std::vector<int64_t> input_shape;  ///< of one example: {784}, {3, 32, 32}
  std::string checksum;              ///< SHA-256 over the decoded content of the sources
  torch::Tensor corrupted;           ///< [N], bool: training labels that label noise has made wrong
  torch::Tensor source;              ///< [N], int64: which source each training example is from; −1: none
  int64_t sources = 0;               ///< how many there are in all, where not every part has each
  /// Of a fold: [N], int64: which of the `whole_size` examples that all folds share each training example is.
  torch::Tensor whole_row;
  int64_t whole_size = 0;
  std::vector<std::string> class_names;  ///< of a CSV whose labels are text, by class number; else empty
  /// Of a regression: a target is target_mean + target_deviation·y, in the units of the data.
  double target_mean = 0;
  double target_deviation = 1;
  std::string target_name;
};

}  // namespace gbho
