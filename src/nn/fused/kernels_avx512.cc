#define GBHO_KERNEL_TABLE kAvx512Kernels
#define GBHO_KERNEL_NAME "avx512"
#include "nn/fused/kernels.inc"
