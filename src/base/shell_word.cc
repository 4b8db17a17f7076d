#include "base/shell_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/printable.h"

namespace gbho::inline internal {
namespace {

bool is_plain(unsigned char letter) {
  return std::isalnum(letter) != 0 ||
         std::string_view("_-./+:=@,").find(static_cast<char>(letter)) != std::string_view::npos;
}

// $'…', which bash, zsh and ksh read: every byte outside of ASCII and every control character by its number.
std::string numbered(const std::string& text) {
  std::string quoted = "$'";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\'' || letter == '\\') {
      quoted += '\\';
      quoted += letter;
    } else if (byte < 0x20 || byte >= 0x7F) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned>(byte));
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  if (printable(text) != text) return numbered(text);
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += "'\\'";
    quoted += letter;
  }
  return quoted + "'";
}

}  // namespace gbho::inline internal
