#include "base/gzip.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLargest = size_t{1} << 16;
  return gbho::fuzz::run([&] {
    gbho::fuzz::require(gbho::gunzip({data, size}, "f.gz", kLargest).size() <= kLargest);
  });
}
