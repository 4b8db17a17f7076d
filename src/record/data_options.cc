#include "gbho/record/data_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace gbho {

bool DataOptions::is_table() const {
  if (path.empty() || !labels.empty()) return false;
  const bool says_so = !target.empty() || task != "auto" || !categories.empty() || !source.empty() ||
                       metric != "log_loss" || select_columns;
  if (folds == 0 && !says_so) return false;
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 4> kOther = {".npy", "-ubyte", ".bin", "-ubyte.gz"};
  return std::none_of(kOther.begin(), kOther.end(),
                      [&](std::string_view ending) { return lower.ends_with(ending); });
}

}  // namespace gbho
