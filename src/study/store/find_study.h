#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "study/store/database.h"

namespace gbho {

struct FoundStudy {
  int64_t id = 0;
  std::string state;  ///< running means: begun and not ended, perhaps by a process that is no more
};

std::optional<FoundStudy> find_study(Database& database, const std::string& name);

/// Throws StoreError with the nearest names.
FoundStudy require_study(Database& database, const std::string& name);

}  // namespace gbho
