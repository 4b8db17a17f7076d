#pragma once

#include <cstdint>

#include "gbho/base/random.h"
#include "nn/fused/aligned_buffer.h"

namespace gbho::bench {

/// Uniform in [low, high).
inline AlignedBuffer filled(int64_t count, double low, double high) {
  Stream stream(1, "bench");
  AlignedBuffer buffer(count);
  for (int64_t i = 0; i < count; ++i)
    buffer.data()[i] = static_cast<float>(low + (high - low) * stream.uniform());
  return buffer;
}

}  // namespace gbho::bench
