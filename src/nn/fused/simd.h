#pragma once

// Vectors of the instruction set that this file is compiled for, with GCC's and clang's vector extensions.
// Everything here is static inline, so that no copy for one instruction set can be linked in place of
// another.

#include <cstdint>

namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
constexpr int kTileRows = 6;
constexpr int kTileVectors = 4;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
constexpr int kTileRows = 6;
constexpr int kTileVectors = 2;
#else
constexpr int kLanes = 4;
constexpr int kTileRows = 6;
constexpr int kTileVectors = 2;
#endif
constexpr int kPanel = kLanes * kTileVectors;

typedef float Vec __attribute__((vector_size(kLanes * 4)));
typedef int32_t IntVec __attribute__((vector_size(kLanes * 4)));
typedef float UnalignedVec __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));

#define GBHO_INLINE static inline __attribute__((always_inline))

GBHO_INLINE Vec load(const float* p) {
  return *reinterpret_cast<const UnalignedVec*>(p);
}

GBHO_INLINE void store(float* p, Vec v) {
  *reinterpret_cast<UnalignedVec*>(p) = v;
}

GBHO_INLINE Vec splat(float value) {
  return value - Vec{};
}

GBHO_INLINE Vec select(IntVec mask, Vec yes, Vec no) {
  return reinterpret_cast<Vec>((mask & reinterpret_cast<IntVec>(yes)) |
                               (~mask & reinterpret_cast<IntVec>(no)));
}

GBHO_INLINE Vec max(Vec a, Vec b) {
  return a > b ? a : b;
}

/// The first n ≤ kLanes entries.
GBHO_INLINE void store_part(float* p, Vec v, int64_t n) {
  if (n >= kLanes) {
    store(p, v);
    return;
  }
  for (int64_t i = 0; i < n; ++i) p[i] = v[i];
}

GBHO_INLINE float sum(Vec v) {
  float total = 0;
  for (int i = 0; i < kLanes; ++i) total += v[i];
  return total;
}

/// exp(x) for x ≤ 0, to about one unit in the last place: x = n·ln 2 + r, a polynomial in r, then 2ⁿ by its
/// bits.
GBHO_INLINE Vec exp_negative(Vec x) {
  x = max(x, splat(-87.0F));
  const Vec scaled = x * splat(1.44269504088896341F);
  const Vec shifter = splat(12582912.0F);  // 1.5·2²³: rounds to the nearest integer
  const Vec n = (scaled + shifter) - shifter;
  Vec r = x - n * splat(0.693359375F);
  r = r - n * splat(-2.12194440e-4F);
  Vec p = splat(1.9875691500e-4F);
  p = p * r + splat(1.3981999507e-3F);
  p = p * r + splat(8.3334519073e-3F);
  p = p * r + splat(4.1665795894e-2F);
  p = p * r + splat(1.6666665459e-1F);
  p = p * r + splat(5.0000001201e-1F);
  p = p * r * r + r + splat(1.0F);
  const IntVec exponent = (__builtin_convertvector(n, IntVec) + 127) << 23;
  return p * reinterpret_cast<Vec>(exponent);
}

}  // namespace
