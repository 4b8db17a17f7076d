#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gbho {

/// A named random stream. Every use of randomness draws from its own stream, made from the run's one seed and
/// a name, so results depend neither on thread count nor on the order in which things happen. The generator
/// is xoshiro256++ seeded by SplitMix64; all distributions are our own, so every compiler and standard
/// library gives the same numbers.
class Stream {
 public:
  Stream(uint64_t seed, std::string_view name);

  /// 64 random bits.
  uint64_t bits();
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  /// Uniform in {0, …, n−1}, without bias.
  uint64_t below(uint64_t n);
  /// Standard normal (Box–Muller, one value a call).
  double normal();
  /// A random order of 0, …, n−1 (Fisher–Yates).
  std::vector<int64_t> permutation(int64_t n);
  /// A stream of its own for a part of this one's work; does not change this stream.
  Stream child(std::string_view name) const;

 private:
  uint64_t key_;
  uint64_t state_[4];
};

}  // namespace gbho
