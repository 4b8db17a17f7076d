#include "base/pattern.h"

namespace gbho::inline internal {

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

bool matches(std::string_view text, std::string_view pattern) {
  size_t at = 0;
  size_t in_pattern = 0;
  size_t star = std::string_view::npos;  // the last one, and how far it reaches
  size_t reach = 0;
  while (at < text.size()) {
    const bool left = in_pattern < pattern.size();
    if (left && pattern[in_pattern] == '*') {
      star = in_pattern++;
      reach = at;
    } else if (left && (pattern[in_pattern] == '?' || pattern[in_pattern] == text[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++reach;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace gbho::inline internal
