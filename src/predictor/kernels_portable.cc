#define GBHO_LAYER_KERNEL kPortableLayer
#define GBHO_LAYER_NAME "portable"
#include "predictor/kernels.inc"
