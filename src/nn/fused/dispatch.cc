#include <cstdlib>
#include <cstring>
#include <string>

#include "gbho/base/error.h"
#include "gbho/nn/kernels.h"
#include "nn/fused/kernels.h"

namespace gbho {
namespace {

#ifdef GBHO_X86_KERNELS

bool runs_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
}

bool runs_avx512() {
  return runs_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

#endif

const KernelTable& choose() {
  if (const char* asked = std::getenv("GBHO_KERNELS"); asked != nullptr && *asked != '\0') {
    if (const KernelTable* table = find_kernels(asked)) return *table;
    throw ConfigError(std::string("GBHO_KERNELS = \"") + asked +
                      "\": this processor has no such kernels; unset it, or use portable, avx2 or avx512");
  }
  for (const char* name : {"avx512", "avx2"}) {
    if (const KernelTable* table = find_kernels(name)) return *table;
  }
  return kPortableKernels;
}

}  // namespace

const KernelTable* internal::find_kernels(const char* name) {
  if (std::strcmp(name, "portable") == 0) return &kPortableKernels;
#ifdef GBHO_X86_KERNELS
  if (std::strcmp(name, "avx2") == 0 && runs_avx2()) return &kAvx2Kernels;
  if (std::strcmp(name, "avx512") == 0 && runs_avx512()) return &kAvx512Kernels;
#endif
  return nullptr;
}

const KernelTable& internal::kernels() {
  static const KernelTable& table = choose();
  return table;
}

std::string kernel_name() {
  return kernels().name;
}

}  // namespace gbho
