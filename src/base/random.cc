#include "gbho/base/random.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace gbho {
namespace {

uint64_t splitmix64(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// FNV-1a over the name, mixed with the seed.
uint64_t stream_key(uint64_t seed, std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  uint64_t state = seed;
  return splitmix64(state) ^ hash;
}

}  // namespace

Stream::Stream(uint64_t seed, std::string_view name) : key_(stream_key(seed, name)), state_{} {
  uint64_t state = key_;
  for (uint64_t& word : state_) word = splitmix64(state);
}

uint64_t Stream::bits() {
  const uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Stream::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

uint64_t Stream::below(uint64_t n) {
  // Rejects the last, incomplete run of n values.
  const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
  uint64_t value = bits();
  while (value >= limit) value = bits();
  return value % n;
}

double Stream::normal() {
  const double u = 1.0 - uniform();  // in (0, 1]
  const double v = uniform();
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

std::vector<int64_t> Stream::permutation(int64_t n) {
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
  for (int64_t i = n - 1; i > 0; --i) {
    const auto j = static_cast<size_t>(below(static_cast<uint64_t>(i) + 1));
    std::swap(order[static_cast<size_t>(i)], order[j]);
  }
  return order;
}

Stream Stream::child(std::string_view name) const {
  return {key_, name};
}

}  // namespace gbho
