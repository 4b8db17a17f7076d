#include "report/text/display_width.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace gbho::inline internal {
namespace {

struct CodeRange {
  uint32_t first;
  uint32_t last;
};

// wcwidth would do, but it follows the locale, and a program that has not set one is in "C", where λ has no
// width. Marks that stand on the character before them (φ̂), joiners and variation selectors.
constexpr std::array<CodeRange, 8> kZeroWidth = {{{0x0300, 0x036F},
                                                  {0x0483, 0x0489},
                                                  {0x1AB0, 0x1AFF},
                                                  {0x1DC0, 0x1DFF},
                                                  {0x200B, 0x200F},
                                                  {0x20D0, 0x20FF},
                                                  {0xFE00, 0xFE0F},
                                                  {0xFE20, 0xFE2F}}};

// East Asian wide and full-width characters, and emoji (Unicode, UAX #11).
constexpr std::array<CodeRange, 11> kDoubleWidth = {{{0x1100, 0x115F},
                                                     {0x2E80, 0x303E},
                                                     {0x3041, 0x4DBF},
                                                     {0x4E00, 0xA4CF},
                                                     {0xA960, 0xA97C},
                                                     {0xAC00, 0xD7A3},
                                                     {0xF900, 0xFAFF},
                                                     {0xFE30, 0xFE6F},
                                                     {0xFF00, 0xFF60},
                                                     {0xFFE0, 0xFFE6},
                                                     {0x1F300, 0x1FAFF}}};
constexpr CodeRange kIdeographs = {0x20000, 0x3FFFD};

template <size_t count>
bool within(uint32_t code, const std::array<CodeRange, count>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

size_t columns_of(uint32_t code) {
  if (within(code, kZeroWidth)) return 0;
  return within(code, kDoubleWidth) || (kIdeographs.first <= code && code <= kIdeographs.last) ? 2 : 1;
}

// What is shown, or obeyed, as one: an escape sequence or a character.
struct Piece {
  size_t bytes = 1;
  size_t columns = 1;
  bool escape = false;
};

Piece escape_at(const std::string& text, size_t at) {
  const size_t end = text.find('m', at);
  return {end == std::string::npos ? text.size() - at : end - at + 1, 0, true};
}

bool continues(const std::string& text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

Piece piece_at(const std::string& text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead == 0x1B) return escape_at(text, at);
  const size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t code = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
  size_t taken = 1;  // bytes that are not UTF-8 count as a character each
  for (; taken < bytes && continues(text, at + taken); ++taken) {
    code = code << 6U | (static_cast<unsigned char>(text[at + taken]) & 0x3FU);
  }
  return {taken, columns_of(code), false};
}

}  // namespace

size_t text_width(const std::string& text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) {
    const Piece piece = piece_at(text, at);
    width += piece.columns;
    at += piece.bytes;
  }
  return width;
}

std::string cut(const std::string& text, size_t width) {
  std::string result;
  size_t used = 0;
  bool full = false;
  for (size_t at = 0; at < text.size();) {
    const Piece piece = piece_at(text, at);
    full = full || used + piece.columns > width;
    if (piece.escape || !full) result.append(text, at, piece.bytes);
    if (!full) used += piece.columns;
    at += piece.bytes;
  }
  return result;
}

std::string shortened(const std::string& text, size_t width) {
  if (text_width(text) <= width) return text;
  return width == 0 ? "" : cut(text, width - 1) + "…";
}

}  // namespace gbho::inline internal
