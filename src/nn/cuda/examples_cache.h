#pragma once

#include <torch/types.h>

#include <memory>

#include "nn/cuda/device.h"

namespace gbho::inline internal {

/// x [N, …] and y on the device, each once however often it is asked for: the last few are kept, with the
/// tensors that they were copied from, so that these cannot be others at the same address. Thread-safe. The
/// tensors must not change.
std::shared_ptr<const DeviceExamples> examples_on(const Device& device, const torch::Tensor& x,
                                                  const torch::Tensor& y);

}  // namespace gbho::inline internal
