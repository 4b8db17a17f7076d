#include <algorithm>

#include "data/idx.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span bytes(data, size);
  return gbho::fuzz::run([&] {
    // The format has one spelling for each array, so writing gives the same file.
    const std::vector<uint8_t> written = gbho::write_idx(gbho::parse_idx(bytes, "f.idx"));
    gbho::fuzz::require(std::equal(written.begin(), written.end(), bytes.begin(), bytes.end()));
  });
}
