#include "base/sha256.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>

#include "gbho/base/error.h"

namespace gbho::inline internal {

struct Sha256::Context {
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> value{EVP_MD_CTX_new()};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  if (EVP_DigestInit_ex(context_->value.get(), EVP_sha256(), nullptr) != 1) {
    throw RunError("OpenSSL has no SHA-256 here; check its configuration (OPENSSL_CONF)");
  }
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::span<const uint8_t> bytes) {
  EVP_DigestUpdate(context_->value.get(), bytes.data(), bytes.size());
}

std::string Sha256::hex() {
  std::array<uint8_t, 32> digest{};
  EVP_DigestFinal_ex(context_->value.get(), digest.data(), nullptr);
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256_hex(std::span<const uint8_t> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace gbho::inline internal
