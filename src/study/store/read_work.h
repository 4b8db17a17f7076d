#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gbho/run/journal.h"
#include "study/store/database.h"

namespace gbho::inline internal {

/// A piece of work as its row and its trials tell it; large tensors are still in their files.
struct KeptWork {
  Work work;
  std::string result;  ///< a safetensors file; empty without one
  std::optional<std::string> result_file;
  std::optional<std::string> state_file;
};

/// Throws DamageError when it is not what was written.
KeptWork read_work(Database& database, int64_t study, int64_t number);

}  // namespace gbho::inline internal
