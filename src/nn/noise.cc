#include "nn/noise.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

constexpr int kWords = 16;            // counters at a time
constexpr int kNumbers = 2 * kWords;  // that many numbers

typedef uint32_t Words __attribute__((vector_size(kWords * 4)));
typedef int32_t Integers __attribute__((vector_size(kWords * 4)));
typedef float Floats __attribute__((vector_size(kWords * 4)));

template <typename Word>
__attribute__((always_inline)) inline void mix(Word& x0, Word& x1, const int (&rotations)[4]) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const int r = rotations[i];
    x0 += x1;
    x1 = (x1 << r) | (x1 >> (32 - r));
    x1 ^= x0;
  }
}

template <typename Word>
__attribute__((always_inline)) inline void encrypt(uint32_t key0, uint32_t key1, Word& x0, Word& x1) {
  constexpr int kOdd[4] = {13, 15, 26, 6};
  constexpr int kEven[4] = {17, 29, 16, 24};
  const uint32_t keys[3] = {key0, key1, 0x1BD11BDAU ^ key0 ^ key1};
  x0 += keys[0];
  x1 += keys[1];
#pragma GCC unroll 5
  for (uint32_t group = 1; group <= 5; ++group) {
    mix(x0, x1, group % 2 == 1 ? kOdd : kEven);
    x0 += keys[group % 3];
    x1 += keys[(group + 1) % 3] + group;
  }
}

// Calls with the words of every 32 numbers: the first 16, then the others.
template <typename Take>
void for_words(uint64_t key, int64_t row, int64_t place, int64_t count, const Take& take) {
  Words lane{};
  for (int i = 0; i < kWords; ++i) lane[i] = static_cast<uint32_t>(i);
  const auto key0 = static_cast<uint32_t>(key);
  // Places and the upper half of long row numbers are part of the key.
  const auto key1 = static_cast<uint32_t>(key >> 32) ^ (static_cast<uint32_t>(place) * 0x9E3779B9U) ^
                    static_cast<uint32_t>(static_cast<uint64_t>(row) >> 32);
  for (int64_t first = 0; first < count; first += kNumbers) {
    Words x0 = Words{} + static_cast<uint32_t>(row);
    Words x1 = lane + static_cast<uint32_t>(first / 2);
    encrypt(key0, key1, x0, x1);
    take(first, x0);
    if (first + kWords < count) take(first + kWords, x1);
  }
}

void store(const Floats& values, int64_t first, int64_t count, float* out) {
  const auto size = static_cast<size_t>(std::min<int64_t>(kWords, count - first));
  std::memcpy(out + first, &values, size * sizeof(float));
}

// log x for 0 < x ≤ 1 (Cephes' logf): x = m·2ᵉ with m in [√½, √2), and a polynomial in m − 1.
__attribute__((always_inline)) inline void take_log(Floats& x) {
  const Integers bits = reinterpret_cast<Integers>(x);
  const Integers shifted = bits - 0x3F3504F3;  // √½
  const Integers exponent = shifted >> 23;
  const Integers mantissa = bits - (exponent << 23);
  const Floats e = __builtin_convertvector(exponent, Floats);
  const Floats m = reinterpret_cast<Floats>(mantissa) - 1.0F;
  const Floats square = m * m;
  Floats p = m * 7.0376836292e-2F - 1.1514610310e-1F;
  p = p * m + 1.1676998740e-1F;
  p = p * m - 1.2420140846e-1F;
  p = p * m + 1.4249322787e-1F;
  p = p * m - 1.6668057665e-1F;
  p = p * m + 2.0000714765e-1F;
  p = p * m - 2.4999993993e-1F;
  p = p * m + 3.3333331174e-1F;
  x = m + (p * m * square - e * 2.12194440e-4F - square * 0.5F) + e * 0.693359375F;
}

// √2·erf⁻¹(x)/x from w = −log(1 − x²) (Giles: Approximating the erfinv function, 2010): its center …
__attribute__((always_inline)) inline void take_center(Floats& w) {
  const Floats c = w - 2.5F;
  Floats p = c * 2.81022636e-08F + 3.43273939e-07F;
  p = p * c - 3.5233877e-06F;
  p = p * c - 4.39150654e-06F;
  p = p * c + 0.00021858087F;
  p = p * c - 0.00125372503F;
  p = p * c - 0.00417768164F;
  p = p * c + 0.246640727F;
  p = p * c + 1.50140941F;
  w = p * 1.41421356F;
}

// … and its tails.
float tail(float w) {
  const float c = std::sqrt(w) - 3.0F;
  float p = c * -0.000200214257F + 0.000100950558F;
  p = p * c + 0.00134934322F;
  p = p * c - 0.00367342844F;
  p = p * c + 0.00573950773F;
  p = p * c - 0.0076224613F;
  p = p * c + 0.00943887047F;
  p = p * c + 1.00167406F;
  p = p * c + 2.83297682F;
  return p * 1.41421356F;
}

constexpr float kTail = 5.0F;

}  // namespace

uint64_t noise_key(uint64_t seed, int64_t epoch) {
  return Stream(seed, "train.noise").child("epoch " + std::to_string(epoch)).bits();
}

void threefry(uint32_t key0, uint32_t key1, uint32_t& counter0, uint32_t& counter1) {
  encrypt(key0, key1, counter0, counter1);
}

void fill_uniforms(uint64_t key, int64_t row, int64_t place, int64_t count, float* out) {
  for_words(key, row, place, count, [&](int64_t first, const Words& words) {
    const Integers numbers = reinterpret_cast<Integers>(words) >> 8 & 0xFFFFFF;
    store(__builtin_convertvector(numbers, Floats) * 0x1p-24F, first, count, out);
  });
}

void fill_normals(uint64_t key, int64_t row, int64_t place, int64_t count, float* out) {
  for_words(key, row, place, count, [&](int64_t first, const Words& words) {
    const Integers numbers = reinterpret_cast<Integers>(words) >> 9 & 0x7FFFFF;
    // In (0, 1), exact and symmetric about ½.
    const Floats u = (__builtin_convertvector(numbers, Floats) + 0.5F) * 0x1p-23F;
    Floats w = u * (1.0F - u) * 4.0F;
    take_log(w);
    w = -w;
    Floats scale = w;
    take_center(scale);
    const Integers far = w >= kTail;
    bool any = false;
    for (int i = 0; i < kWords; ++i) any |= far[i] != 0;
    for (int i = 0; any && i < kWords; ++i) {
      if (far[i] != 0) scale[i] = tail(w[i]);
    }
    store((u * 2.0F - 1.0F) * scale, first, count, out);
  });
}

}  // namespace gbho::inline internal
