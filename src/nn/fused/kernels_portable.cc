#define GBHO_KERNEL_TABLE kPortableKernels
#define GBHO_KERNEL_NAME "portable"
#include "nn/fused/kernels.inc"
