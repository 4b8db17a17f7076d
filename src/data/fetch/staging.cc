#include "data/fetch/staging.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <system_error>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

/// The folders are called .NAME.part-PID-XXXXXX.
void sweep(const fs::path& cache, const std::string& prefix) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    int owner = 0;
    const auto [end, status] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), owner);
    const bool gone = status == std::errc{} && owner > 0 && kill(owner, 0) != 0 && errno == ESRCH;
    if (gone) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

StagingFolder::StagingFolder(const fs::path& cache, const std::string& name) {
  const std::string prefix = "." + name + ".part-";
  std::error_code failed;
  fs::create_directories(cache, failed);
  sweep(cache, prefix);
  std::string pattern = (cache / fmt::format("{}{}-XXXXXX", prefix, getpid())).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw bad_file(
        cache.string(), "",
        fmt::format("the cache folder cannot be written ({})", std::generic_category().message(errno)),
        "make it writable, or set GBHO_CACHE_DIR to another folder");
  }
  path_ = pattern;
  fs::create_directory(scratch());
  fs::create_directory(files());
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void StagingFolder::publish(const fs::path& target) {
  std::error_code failed;
  if (fs::exists(target, failed)) fs::rename(target, path_ / "replaced", failed);
  fs::rename(files(), target, failed);
  if (failed) {
    throw bad_file(target.string(), "", fmt::format("cannot be put in place ({})", failed.message()),
                   "check the folder's permissions, then try again");
  }
}

}  // namespace gbho::inline internal
