#include "report/html/picture.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "report/html/html.h"

namespace gbho::inline internal {
namespace {

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k)
      three = three << 8U | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[three >> (18U - 6U * static_cast<unsigned>(k)) & 63U];
  }
  return text;
}

void add_number(std::string& bytes, uint32_t value, int count) {
  for (int k = 0; k < count; ++k) bytes += static_cast<char>(value >> (8U * static_cast<unsigned>(k)) & 255U);
}

// A bitmap of 24 bits a pixel: every browser draws it, and it needs no library. Rows go from the bottom up,
// each filled to a multiple of four bytes.
std::string bitmap(const std::vector<uint8_t>& pixels, int64_t height, int64_t width, int64_t channels) {
  constexpr uint32_t kHeader = 54;
  const int64_t padding = (4 - width * 3 % 4) % 4;
  const auto size = static_cast<uint32_t>(height * (width * 3 + padding));
  std::string bytes = "BM";
  add_number(bytes, kHeader + size, 4);
  add_number(bytes, 0, 4);
  add_number(bytes, kHeader, 4);
  add_number(bytes, 40, 4);  // of the second header
  add_number(bytes, static_cast<uint32_t>(width), 4);
  add_number(bytes, static_cast<uint32_t>(height), 4);
  add_number(bytes, 1, 2);
  add_number(bytes, 24, 2);
  add_number(bytes, 0, 4);
  add_number(bytes, size, 4);
  for (int k = 0; k < 4; ++k) add_number(bytes, 0, 4);
  for (int64_t y = height - 1; y >= 0; --y) {
    for (int64_t x = 0; x < width; ++x) {
      for (int64_t color = 2; color >= 0; --color) {  // blue, green, red
        const int64_t channel = channels == 3 ? color : 0;
        bytes += static_cast<char>(pixels[static_cast<size_t>((y * width + x) * channels + channel)]);
      }
    }
    bytes.append(static_cast<size_t>(padding), '\0');
  }
  return bytes;
}

}  // namespace

std::string html_picture(const std::vector<uint8_t>& pixels, int64_t height, int64_t width, int64_t channels,
                         const std::string& description) {
  return fmt::format("<img alt=\"{}\" src=\"data:image/bmp;base64,{}\">", html_text(description),
                     base64(bitmap(pixels, height, width, channels)));
}

}  // namespace gbho::inline internal
