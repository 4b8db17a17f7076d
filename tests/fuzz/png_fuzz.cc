#include "data/fetch/png_image.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLargest = size_t{1} << 20;
  return gbho::fuzz::run([&] {
    const gbho::PngImage image = gbho::decode_png({data, size}, "f.png", kLargest);
    gbho::fuzz::require(image.rgb.size() == 3 * image.width * image.height);
  });
}
