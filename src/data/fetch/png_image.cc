#include "data/fetch/png_image.h"

#include <fmt/format.h>
#include <png.h>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

constexpr std::string_view kImageRemedy = "the image is damaged: fetch it again";

/// libpng's simplified interface, which reports errors without longjmp.
struct Decoder {
  Decoder() { image.version = PNG_IMAGE_VERSION; }
  ~Decoder() { png_image_free(&image); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  png_image image{};
};

}  // namespace

PngImage decode_png(std::span<const uint8_t> bytes, std::string_view name, size_t largest) {
  Decoder decoder;
  png_image& image = decoder.image;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    throw bad_file(name, "byte 0", fmt::format("not a PNG image ({})", image.message), kImageRemedy);
  }
  image.format = PNG_FORMAT_RGB;
  // Sides have 31 bits, so the product fits.
  const size_t size = size_t{3} * image.width * image.height;
  if (size > largest) {
    throw bad_file(name, "header", fmt::format("{} × {} pixels is too large", image.width, image.height),
                   kImageRemedy);
  }
  PngImage decoded{image.width, image.height, std::vector<uint8_t>(size)};
  const png_color black{};
  if (png_image_finish_read(&image, &black, decoded.rgb.data(), 0, nullptr) == 0) {
    throw bad_file(name, "", fmt::format("cannot be decoded ({})", image.message), kImageRemedy);
  }
  return decoded;
}

}  // namespace gbho::inline internal
