#include "data/data_path.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "gbho/base/error.h"

#ifndef GBHO_SOURCE_DATA_DIR
#define GBHO_SOURCE_DATA_DIR ""
#endif
#ifndef GBHO_INSTALL_DATA_DIR
#define GBHO_INSTALL_DATA_DIR ""
#endif

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

/// A file that every copy of the embedded data has.
constexpr const char* kLandmark = "mnist-1k-train-images-idx3-ubyte.gz";

/// The variable's value; empty when it is unset.
std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool holds_data(const fs::path& folder) {
  std::error_code ignored;
  return !folder.empty() && fs::is_regular_file(folder / kLandmark, ignored);
}

fs::path beside_program() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  return failed ? fs::path() : program.parent_path().parent_path() / "share" / "gbho" / "data";
}

}  // namespace

fs::path embedded_data_dir() {
  if (const std::string given = environment("GBHO_DATA_DIR"); !given.empty()) {
    if (holds_data(given)) return given;
    throw DataError(
        fmt::format("GBHO_DATA_DIR = {}: no {} in it; point it at the folder data/ of gbho, or unset it",
                    given, kLandmark));
  }
  std::vector<std::string> tried;
  for (const fs::path& folder :
       {beside_program(), fs::path(GBHO_INSTALL_DATA_DIR), fs::path(GBHO_SOURCE_DATA_DIR)}) {
    if (holds_data(folder)) return folder;
    if (!folder.empty()) tried.push_back(folder.string());
  }
  throw DataError(
      fmt::format("the embedded data are missing: no {} in {}; install gbho again, or set GBHO_DATA_DIR to "
                  "the folder data/ of its sources",
                  kLandmark, joined(tried)));
}

fs::path cache_dir() {
  if (const std::string given = environment("GBHO_CACHE_DIR"); !given.empty()) return fs::absolute(given);
  // The XDG specification ignores a relative path here.
  if (const fs::path base = environment("XDG_CACHE_HOME"); base.is_absolute()) return base / "gbho";
  if (const fs::path home = environment("HOME"); !home.empty()) return home / ".cache" / "gbho";
  throw DataError(
      "no cache folder: neither GBHO_CACHE_DIR, XDG_CACHE_HOME nor HOME is set; set GBHO_CACHE_DIR");
}

}  // namespace gbho::inline internal
