#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbho::inline internal {

// Random numbers for training that are a function of (seed, epoch, row of the data, place in the network,
// index) alone: neither threads nor neighbours nor the cut into batches can change them. All members of an
// ensemble share them and differ by what they make of them. The generator is Threefry-2x32 with 20 rounds
// (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; SC 2011).

/// Key of an epoch's numbers.
uint64_t noise_key(uint64_t seed, int64_t epoch);

/// Places: the network's inputs, then the outputs of its dense layers.
constexpr int64_t kInputPlace = 0;
constexpr int64_t output_place(int64_t layer) {
  return layer + 1;
}

/// Uniform in [0, 1), 24 bits.
void fill_uniforms(uint64_t key, int64_t row, int64_t place, int64_t count, float* out);
/// Standard normal, to single precision, up to 5.4 deviations.
void fill_normals(uint64_t key, int64_t row, int64_t place, int64_t count, float* out);

/// What λ does to the members of an ensemble while they train, one number for each; empty: nothing.
struct MemberNoise {
  std::vector<std::vector<float>> dropout;  ///< of every droppable layer: the share of units left out
  std::vector<float> input_noise;           ///< standard deviation
  std::vector<float> smoothing;             ///< of labels

  bool drops(int64_t layer) const {
    return layer < static_cast<int64_t>(dropout.size()) && !dropout[static_cast<size_t>(layer)].empty();
  }
};

/// What multiplies a unit that is left out with probability `rate`: 0, or 1/(1 − rate).
inline float dropout_scale(float rate) {
  return 1.0F / (1.0F - rate);
}

/// Threefry-2x32-20 itself, for tests.
void threefry(uint32_t key0, uint32_t key1, uint32_t& counter0, uint32_t& counter1);

}  // namespace gbho::inline internal
