#define GBHO_LAYER_KERNEL kAvx2Layer
#define GBHO_LAYER_NAME "avx2"
#include "predictor/kernels.inc"
