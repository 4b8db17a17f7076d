#include "nn/cuda/device.h"

// In place of device_net_cuda.cu where there is no CUDA compiler.

namespace gbho::inline internal {

const Device* cuda_device(std::string& why_not) {
  why_not = "gbho was built without a CUDA compiler";
  return nullptr;
}

}  // namespace gbho::inline internal
