#include "base/message.h"

#include <fmt/format.h>

namespace gbho::inline internal {

DataError bad_file(std::string_view file, std::string_view place, std::string_view problem,
                   std::string_view remedy) {
  if (place.empty()) return DataError(fmt::format("{}: {}; {}", file, problem, remedy));
  return DataError(fmt::format("{}: {}: {}; {}", file, place, problem, remedy));
}

std::string shown(std::string_view text) {
  constexpr size_t kLongest = 40;
  std::string safe = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      safe += fmt::format("\\x{:02x}", byte);
    } else {
      safe += c;
    }
  }
  safe += text.size() > kLongest ? "…'" : "'";
  return safe;
}

std::string at_byte(size_t offset) {
  return fmt::format("byte {}", offset);
}

}  // namespace gbho::inline internal
