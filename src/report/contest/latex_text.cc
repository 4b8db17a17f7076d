#include "report/contest/latex_text.h"

#include <string_view>

namespace gbho::inline internal {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string latex_text(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\\') {
      escaped += "\\textbackslash{}";
    } else if (letter == '~' || letter == '^') {
      escaped += std::string("\\") + letter + "{}";
    } else {
      if (std::string_view("_%&#${}").find(letter) != std::string_view::npos) escaped += '\\';
      escaped += letter;
    }
  }
  escaped = replaced(escaped, "±", "$\\pm$");
  escaped = replaced(escaped, "λ*", "$\\lambda^*$");
  escaped = replaced(escaped, "λ", "$\\lambda$");
  escaped = replaced(escaped, "…", "\\dots");
  return replaced(escaped, "−", "$-$");
}

}  // namespace gbho::inline internal
