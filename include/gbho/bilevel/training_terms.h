#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace gbho {

/// Hyperparameters of how networks train that are neither penalties nor weights of single examples. They come
/// last in λ. Numbers are places in λ; −1: not tuned.
///   learning_rate    exp λ, instead of lower.learning_rate
///   dropout          λ: share of a hidden layer's units that each example goes without; the others are
///   scaled
///                    by 1/(1 − λ)
///   input_noise      exp λ: standard deviation of Gaussian noise on every input
///   label_smoothing  λ: share of the target that is spread over all classes
///   class_weight     exp λ_c: weight of class c's examples, scaled so that the training part's mean is one
/// The first three have no part in f; noise is drawn anew in every epoch and is off in every evaluation.
struct TrainingTerms {
  int64_t count = 0;  ///< hyperparameters in all
  int64_t learning_rate = -1;
  std::vector<int64_t> dropout;  ///< of each of the model's droppable layers; empty: none
  int64_t input_noise = -1;
  int64_t label_smoothing = -1;
  std::vector<int64_t> class_weight;  ///< of each class; empty: none

  /// f is another function than without them.
  bool change_loss() const { return label_smoothing >= 0 || !class_weight.empty(); }
  /// Random numbers are drawn while a network trains.
  bool are_noisy() const { return !dropout.empty() || input_noise >= 0; }

  /// [E, N]: what the labels y make of λ [E, n]; differentiable. With class weights alone.
  torch::Tensor weights_of_labels(const torch::Tensor& lambda, const torch::Tensor& y) const;
  /// [E], double: λ's column of label smoothing; undefined: none.
  torch::Tensor smoothing(const torch::Tensor& lambda) const;
};

}  // namespace gbho
