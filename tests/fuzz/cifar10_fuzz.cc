#include "data/cifar10.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return gbho::fuzz::run([&] {
    const gbho::CifarBatch batch = gbho::parse_cifar10({data, size}, "f.bin");
    gbho::fuzz::require(batch.y.size() * gbho::kCifarRecord == size);
    gbho::fuzz::require(batch.x.bytes.size() + batch.y.size() == size);
  });
}
