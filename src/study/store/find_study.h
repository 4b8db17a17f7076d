#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "study/store/database.h"

namespace gbho::inline internal {

struct FoundStudy {
  int64_t id = 0;
  std::string name;
  std::string state;  ///< running means: begun and not ended, perhaps by a process that is no more
};

/// The study of exactly this name.
std::optional<FoundStudy> find_study(Database& database, const std::string& name);

/// The latest run of this name: of the study that has it and of those that got a number behind it. NAME-1 is
/// the first of them, where no study is called that.
std::optional<FoundStudy> find_latest_run(Database& database, const std::string& name);

/// The name that find_latest_run finds this study by.
std::string name_to_find(Database& database, const FoundStudy& study);

/// Throw StoreError with the nearest names.
FoundStudy require_study(Database& database, const std::string& name);
FoundStudy require_latest_run(Database& database, const std::string& name);

}  // namespace gbho::inline internal
