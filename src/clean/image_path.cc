#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "data/known.h"
#include "gbho/clean/clean.h"
#include "table/cell_text.h"

namespace gbho {

bool is_image_path(const std::string& path) {
  const std::vector<std::string> known = internal::known_names();
  if (std::find(known.begin(), known.end(), path) != known.end()) return true;
  std::string lower = internal::lower_case(path);
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  constexpr std::array<std::string_view, 4> kEndings = {".npy", ".idx", "-ubyte", ".bin"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

}  // namespace gbho
