#include "gbho/train/device.h"

#include <torch/cuda.h>
#include <torch/version.h>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/record/runtime.h"

namespace gbho {

bool cuda_available() {
  return torch::cuda::is_available();
}

std::string libtorch_version() {
  return TORCH_VERSION;
}

void validate(const Runtime& runtime) {
  check_choice("device", runtime.device, {"cpu", "cuda"});
  check_number("threads", runtime.threads, runtime.threads >= 0 && runtime.threads <= 4096,
               "a number of threads up to 4096, or 0 for one per core");
  if (runtime.device == "cuda" && !cuda_available()) {
    throw ConfigError(
        "device = \"cuda\": this LibTorch or this machine has no CUDA device; use --device cpu, or build "
        "with the preset 'cuda' against a LibTorch with CUDA");
  }
}

}  // namespace gbho
