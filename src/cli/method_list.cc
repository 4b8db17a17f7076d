#include "cli/method_list.h"

namespace gbho::inline internal {

std::vector<std::string> split_methods(const std::string& text) {
  if (text.empty()) return {};
  std::vector<std::string> methods = {""};
  int depth = 0;
  bool quoted = false;
  for (const char letter : text) {
    if (letter == '"') quoted = !quoted;
    if (letter == '[') ++depth;
    if (letter == ']') --depth;
    if (letter == ',' && depth == 0 && !quoted) {
      methods.emplace_back();
    } else if (letter != ' ' || quoted) {
      methods.back() += letter;
    }
  }
  return methods;
}

}  // namespace gbho::inline internal
