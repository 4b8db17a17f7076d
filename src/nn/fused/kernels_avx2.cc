#define GBHO_KERNEL_TABLE kAvx2Kernels
#define GBHO_KERNEL_NAME "avx2"
#include "nn/fused/kernels.inc"
