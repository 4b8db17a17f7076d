#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace gbho::inline internal {

/// SHA-256, for checking and naming content; OpenSSL's, which uses the processor's own instructions for it.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::span<const uint8_t> bytes);
  /// The digest of everything so far, in lower-case hexadecimal. The object is spent afterwards.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::span<const uint8_t> bytes);

}  // namespace gbho::inline internal
