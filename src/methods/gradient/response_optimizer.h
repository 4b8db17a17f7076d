#pragma once

#include <torch/types.h>

#include "gbho/nn/snapshot.h"
#include "gbho/record/lower_options.h"
#include "methods/gradient/best_response.h"

namespace gbho::inline internal {

struct ResponseRates {
  double rate = 0;         ///< 0: the lower level's; 0.01 beside lbfgs, which has none
  double slope_rate = 1;   ///< of the slopes, relative to rate
  double steady_part = 1;  ///< of a step of plain gradient descent that the slopes' noise lets them take
};

/// Steps of a map's tensors: by Adam where the lower level is solved by adam or lbfgs, else by gradient
/// descent, with momentum for the weights at the center and none for the slopes, whose gradients are too
/// noisy for it.
class ResponseOptimizer {
 public:
  ResponseOptimizer(const LowerOptions& lower, ResponseRates rates);

  void step(const BestResponse& response, const Weights& gradients, const torch::Tensor& sigma);

  void add_to(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot, torch::Device device);

 private:
  void begin(const Weights& tensors, const Weights& units);
  torch::Tensor descent(size_t i, const torch::Tensor& gradient, bool slope);
  torch::Tensor adam(size_t i, const torch::Tensor& gradient);

  const LowerOptions& lower_;
  ResponseRates rates_;
  bool descends_;
  double steps_ = 0;
  Weights first_;   ///< velocity, or Adam's first moment; of no elements where it is not needed
  Weights second_;  ///< Adam's second moment
};

}  // namespace gbho::inline internal
