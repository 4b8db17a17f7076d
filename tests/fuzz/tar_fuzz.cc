#include "data/fetch/tar.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return gbho::fuzz::run([&] {
    for (const gbho::TarEntry& entry : gbho::read_tar({data, size}, "f.tar")) {
      gbho::fuzz::require(entry.content.data() >= data &&
                          entry.content.data() + entry.content.size() <= data + size);
    }
  });
}
