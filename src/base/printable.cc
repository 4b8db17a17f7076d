#include "base/printable.h"

#include <fmt/format.h>

#include <cstdint>

namespace gbho::inline internal {
namespace {

// A path may be long and has to be whole; what is longer than this is no path that anybody typed.
constexpr size_t kLongestWord = 256;
constexpr size_t kWordKept = 80;
constexpr size_t kLongestMessage = 2000;
constexpr size_t kMessageEnd = 400;  // the remedy comes last

struct Letter {
  size_t bytes = 1;
  uint32_t code = 0;
  bool whole = true;  ///< false: bytes that are not UTF-8
};

Letter letter_at(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {1, lead, true};
  const size_t bytes = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (bytes == 0 || at + bytes > text.size()) return {1, lead, false};
  uint32_t code = lead & (0xFFU >> (bytes + 1));
  for (size_t k = 1; k < bytes; ++k) {
    const auto next = static_cast<unsigned char>(text[at + k]);
    if ((next & 0xC0U) != 0x80) return {1, lead, false};
    code = code << 6U | (next & 0x3FU);
  }
  return {bytes, code, true};
}

// Control characters, and those that turn the direction of what follows.
bool is_obeyed(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  if (bytes == "\r") return "\\r";
  std::string text;
  for (const char byte : bytes) {
    text += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  }
  return text;
}

// Not in the middle of a character.
size_t boundary(std::string_view text, size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) --at;
  return at;
}

std::string without_endless_words(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t space = text.find(' ', at);
    const size_t end = space == std::string_view::npos ? text.size() : space + 1;
    const std::string_view word = text.substr(at, end - at);
    if (word.size() <= kLongestWord) {
      result += word;
    } else {
      result += word.substr(0, boundary(word, kWordKept));
      // What ends it belongs to the sentence: a quote, a colon.
      result += "…";
      result += word.substr(word.find_last_not_of("'\":;,.) ") + 1);
    }
    at = end;
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    const std::string_view bytes = text.substr(at, letter.bytes);
    if (!letter.whole || is_obeyed(letter.code)) {
      result += escaped(bytes);
    } else {
      result += bytes;
    }
    at += letter.bytes;
  }
  return result;
}

std::string printable_message(std::string_view message) {
  std::string text = without_endless_words(printable(message));
  if (text.size() <= kLongestMessage) return text;
  const size_t begin = boundary(text, kLongestMessage - kMessageEnd);
  const size_t end = boundary(text, text.size() - kMessageEnd);
  return text.substr(0, begin) + " … " + text.substr(end);
}

}  // namespace gbho::inline internal
