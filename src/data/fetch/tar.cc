#include "data/fetch/tar.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kBlock = 512;
constexpr std::string_view kArchiveRemedy = "the archive is damaged: fetch it again";

using Header = std::span<const uint8_t, kBlock>;

std::string text_field(Header header, size_t at, size_t width) {
  const auto field = header.subspan(at, width);
  return {field.begin(), std::find(field.begin(), field.end(), uint8_t{0})};
}

/// Octal digits between blanks; absent when there is anything else.
std::optional<size_t> octal_field(Header header, size_t at, size_t width) {
  std::string text = text_field(header, at, width);
  text.erase(0, text.find_first_not_of(' '));
  text.erase(std::min(text.size(), text.find_last_not_of(' ') + 1));
  if (text.empty()) return std::nullopt;
  size_t value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '7') return std::nullopt;
    value = value * 8 + static_cast<size_t>(digit - '0');  // twelve digits at most: 36 bits
  }
  return value;
}

/// The sum of the header's bytes, its own field counted as blanks.
size_t checksum(Header header) {
  constexpr size_t kField = 148;
  size_t sum = 0;
  for (size_t i = 0; i < kBlock; ++i) sum += i >= kField && i < kField + 8 ? size_t{' '} : header[i];
  return sum;
}

std::string entry_name(Header header) {
  std::string name = text_field(header, 0, 100);
  const std::string prefix = text_field(header, 257, 5) == "ustar" ? text_field(header, 345, 155) : "";
  return prefix.empty() ? name : prefix + "/" + name;
}

}  // namespace

std::vector<TarEntry> read_tar(std::span<const uint8_t> bytes, std::string_view name) {
  std::vector<TarEntry> entries;
  size_t at = 0;
  while (true) {
    if (bytes.size() - at < kBlock)
      throw bad_file(name, at_byte(at), "the archive ends too early", kArchiveRemedy);
    const Header header(bytes.data() + at, kBlock);
    if (std::all_of(header.begin(), header.end(), [](uint8_t byte) { return byte == 0; })) return entries;
    const std::optional<size_t> size = octal_field(header, 124, 12);
    if (octal_field(header, 148, 8) != checksum(header) || !size) {
      throw bad_file(name, at_byte(at), "not a tar header: wrong checksum or size", kArchiveRemedy);
    }
    const size_t start = at + kBlock;
    if (*size > bytes.size() - start) {
      throw bad_file(name, at_byte(start),
                     fmt::format("{} needs {} bytes, the archive holds {}", shown(entry_name(header)), *size,
                                 bytes.size() - start),
                     kArchiveRemedy);
    }
    const uint8_t type = header[156];
    if (type == '0' || type == 0) entries.push_back({entry_name(header), bytes.subspan(start, *size)});
    const size_t padded = (*size + kBlock - 1) / kBlock * kBlock;
    at = start + std::min(padded, bytes.size() - start);
  }
}

}  // namespace gbho::inline internal
