#include <cstdlib>
#include <cstring>
#include <string>

#include "gbho/base/error.h"
#include "predictor/kernels.h"

namespace gbho::inline internal {
namespace {

const LayerKernel& chosen_layer_kernel() {
  if (const char* asked = std::getenv("GBHO_KERNELS"); asked != nullptr && *asked != '\0') {
    if (const LayerKernel* kernel = find_layer_kernel(asked)) return *kernel;
    throw ConfigError(std::string("GBHO_KERNELS = \"") + asked +
                      "\": this processor has no such kernels; unset it, or use portable, avx2 or avx512");
  }
  for (const char* name : {"avx512", "avx2"}) {
    if (const LayerKernel* kernel = find_layer_kernel(name)) return *kernel;
  }
  return kPortableLayer;
}

}  // namespace

const LayerKernel* find_layer_kernel(const char* name) {
  if (std::strcmp(name, "portable") == 0) return &kPortableLayer;
#ifdef GBHO_X86_KERNELS
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (std::strcmp(name, "avx2") == 0 && avx2) return &kAvx2Layer;
  if (std::strcmp(name, "avx512") == 0 && avx2 && __builtin_cpu_supports("avx512f") != 0)
    return &kAvx512Layer;
#endif
  return nullptr;
}

const LayerKernel& layer_kernel() {
  static const LayerKernel& kernel = chosen_layer_kernel();
  return kernel;
}

}  // namespace gbho::inline internal
