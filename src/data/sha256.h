#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace gbho {

/// SHA-256 (FIPS 180-4), for checking content; not for secrets.
class Sha256 {
 public:
  void update(std::span<const uint8_t> bytes);
  /// The digest of everything so far, in lower-case hexadecimal. The object is spent afterwards.
  std::string hex();

 private:
  void absorb(const uint8_t* block);

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> partial_{};
  size_t partial_size_ = 0;
  uint64_t total_ = 0;
};

std::string sha256_hex(std::span<const uint8_t> bytes);

}  // namespace gbho
