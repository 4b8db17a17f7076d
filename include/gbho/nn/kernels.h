#pragma once

#include <string>

namespace gbho {

/// The instruction set of the hand-written kernels in use: "avx512", "avx2" or "portable".
std::string kernel_name();

}  // namespace gbho
