#include "gbho/record/data_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace gbho {

bool DataOptions::is_table() const {
  if (path.empty() || !labels.empty()) return false;
  if (folds == 0 && target.empty() && task == "auto" && categories.empty()) return false;
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 4> kOther = {".npy", "-ubyte", ".bin", "-ubyte.gz"};
  return std::none_of(kOther.begin(), kOther.end(),
                      [&](std::string_view ending) { return lower.ends_with(ending); });
}

}  // namespace gbho
