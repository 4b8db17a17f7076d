#include "record/block_name.h"

#include <charconv>

namespace gbho::inline internal {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Where "[1000000]" begins; npos without it.
size_t count_place(std::string_view name) {
  const size_t open = name.rfind('[');
  if (open == std::string_view::npos || open == 0 || name.back() != ']') return std::string_view::npos;
  return is_number(name.substr(open + 1, name.size() - open - 2)) ? open : std::string_view::npos;
}

}  // namespace

std::string_view block_name(std::string_view dimension) {
  if (const size_t open = count_place(dimension); open != std::string_view::npos)
    return dimension.substr(0, open);
  const size_t dot = dimension.rfind('.');
  if (dot == std::string_view::npos || !is_number(dimension.substr(dot + 1))) return dimension;
  return dimension.substr(0, dot);
}

int64_t block_count(std::string_view dimension) {
  const size_t open = count_place(dimension);
  if (open == std::string_view::npos) return 1;
  int64_t count = 1;
  std::from_chars(dimension.data() + open + 1, dimension.data() + dimension.size() - 1, count);
  return count;
}

int64_t hyperparameter_count(const std::vector<Dimension>& space) {
  int64_t count = 0;
  for (const Dimension& dimension : space) count += block_count(dimension.name);
  return count;
}

}  // namespace gbho::inline internal
