#pragma once

#include <torch/types.h>

#include <string>

namespace gbho::inline internal {

/// Where LibTorch works when `device` is asked for: a LibTorch without CUDA stays on the processor, whatever
/// the kernels do.
torch::Device torch_device(const std::string& device);

}  // namespace gbho::inline internal
