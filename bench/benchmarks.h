#pragma once

#include <string>

#include "nn/fused/kernels.h"

namespace gbho::bench {

/// One set each: gbho_bench registers the kernels for every instruction set that this processor has.
void register_dense(const KernelTable& kernels);
void register_convolutions(const KernelTable& kernels);
void register_epochs();
void register_lambda_steps();
void register_data();
void register_surrogate();

}  // namespace gbho::bench
