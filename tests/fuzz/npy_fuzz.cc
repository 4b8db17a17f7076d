#include "data/npy.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return gbho::fuzz::run([&] {
    const gbho::Array array = gbho::parse_npy({data, size}, "f.npy");
    size_t elements = 1;
    for (const int64_t side : array.shape) elements *= static_cast<size_t>(side);
    gbho::fuzz::require(elements == array.elements() && array.row_bytes() > 0);
    if (!gbho::is_floating(array.dtype)) array.integer(elements - 1);
  });
}
