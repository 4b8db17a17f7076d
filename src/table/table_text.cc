#include "table/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

// What Windows-1252 has from 0x80 to 0x9f; the rest is as in Unicode.
constexpr std::array<uint16_t, 32> kWindowsOnly = {
    0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xe0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

/// The length of the character that starts here; 0 when it is none. Unicode's table 3-7.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto continues = [&](size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) > 0x9f;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool outside = (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
    return continues(1) && continues(2) && continues(3) && !outside ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t length = character_length(text.substr(at, 4));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string utf8_of_windows(std::string_view text) {
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(result, byte >= 0x80 && byte < 0xa0 ? kWindowsOnly[byte - 0x80U] : byte);
  }
  return result;
}

std::string prepared_text(std::string text, std::string_view name) {
  if (text.empty()) throw bad_file(name, "", "the file is empty", "give a table with one row per example");
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    throw bad_file(name, "byte 0", "this is UTF-16 text", "save the table as UTF-8");
  }
  const size_t nul = text.find('\0');
  if (nul != std::string::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    throw bad_file(name, fmt::format("line {}, {}", line, at_byte(nul)),
                   "a NUL byte: this is no table of text", "save the table as CSV in UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  if (!is_utf8(text)) return utf8_of_windows(text);
  return text;
}

}  // namespace gbho::inline internal
