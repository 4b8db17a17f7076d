#include "gbho/train/device.h"

#include <torch/cuda.h>
#include <torch/version.h>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/record/runtime.h"
#include "nn/cuda/device.h"
#include "train/torch_device.h"

namespace gbho {

bool cuda_available() {
  return find_device() != nullptr || torch::cuda::is_available();
}

torch::Device internal::torch_device(const std::string& device) {
  return device == "cuda" && torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
}

std::string cuda_description() {
  if (find_device() != nullptr) return find_device()->description();
  const std::string kernels = "no kernels (" + why_no_device() + ")";
  return torch::cuda::is_available() ? kernels + "; LibTorch's CUDA" : kernels;
}

std::string libtorch_version() {
  return TORCH_VERSION;
}

void validate(const Runtime& runtime) {
  check_choice("device", runtime.device, {"cpu", "cuda"});
  check_number("threads", runtime.threads, runtime.threads >= 0 && runtime.threads <= 4096,
               "a number of threads up to 4096, or 0 for one per core");
  if (runtime.device == "cuda" && !cuda_available()) {
    throw ConfigError("device = \"cuda\": " + why_no_device() +
                      "; use --device cpu, or see docs/cuda.md for how to build for a GPU");
  }
}

}  // namespace gbho
