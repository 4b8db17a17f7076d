#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gbho/data/catalog.h"

namespace gbho::inline internal {

/// Unpacked files by their name in the catalog.
using FetchedFiles = std::map<std::string, std::vector<uint8_t>>;

/// What a source needs while it works.
struct FetchContext {
  FetchProgress progress;
  std::function<bool()> should_stop;
  std::filesystem::path scratch;  ///< a folder that is removed at the end, whatever happens

  bool stopped() const { return should_stop && should_stop(); }

  void report(int64_t done, int64_t total, const std::string& what) const {
    if (stopped()) throw FetchStopped("stopped; nothing was left half-written");
    if (progress) progress(done, total, what);
  }
};

}  // namespace gbho::inline internal
