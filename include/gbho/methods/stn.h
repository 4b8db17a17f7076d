#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/methods/response_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [stn] table of a study file; the options of the loop come on top.
struct StnOptions : ResponseOptions {
  int64_t train_steps = 2;  ///< of training between two steps of λ
  double scale = 0.5;       ///< first standard deviation of the perturbed λ
  double scale_min = 0.05;  ///< bounds of the standard deviations
  double scale_max = 2;
  double scale_rate = 0.03;  ///< Adam's step of their softplus inverse
  double entropy = 0.001;    ///< τ: how much wide perturbations are worth
};

/// Self-tuning networks: the weights as a function of λ that rescales the rows of kernels, and perturbations
/// whose widths are tuned along. docs/methods/stn.md.
std::unique_ptr<Method> make_stn(StnOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
