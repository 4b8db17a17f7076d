#define GBHO_LAYER_KERNEL kAvx512Layer
#define GBHO_LAYER_NAME "avx512"
#include "predictor/kernels.inc"
