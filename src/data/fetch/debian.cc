#include "data/fetch/debian.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/message.h"
#include "base/run_process.h"
#include "gbho/base/clock.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

std::string data_folders() {
  const char* value = std::getenv("XDG_DATA_DIRS");
  return value == nullptr || *value == '\0' ? "/usr/local/share:/usr/share" : value;
}

/// The parts of a list like that of $PATH.
std::vector<fs::path> folders_of(const std::string& list) {
  std::vector<fs::path> folders;
  size_t at = 0;
  while (at <= list.size()) {
    const size_t end = std::min(list.find(':', at), list.size());
    if (end > at) folders.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return folders;
}

/// Plain, or with .gz; empty when there is neither.
fs::path found_in(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  for (const fs::path& path : {folder / name, folder / (name + ".gz")}) {
    if (fs::is_regular_file(path, ignored)) return path;
  }
  return {};
}

void run(const std::vector<std::string>& arguments, const fs::path& where, const std::string& label,
         const FetchContext& context) {
  const Stopwatch watch;
  const ProcessResult result = run_process(arguments, where, [&] {
    if (context.stopped()) return true;
    if (context.progress) context.progress(0, 0, fmt::format("{} ({:.0f} s)", label, watch.seconds()));
    return false;
  });
  if (result.stopped) throw FetchStopped("stopped; nothing was left half-written");
  if (!result.started) throw DataError(fmt::format("no {} on PATH", arguments.front()));
  if (result.status == 0) return;
  const std::string words = result.output.substr(0, result.output.find_last_not_of(" \n") + 1);
  throw DataError(fmt::format("{}: exit status {}: {}", arguments.front(), result.status, shown(words)));
}

fs::path package_in(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".deb") return entry.path();
  }
  return {};
}

bool is_data_file(const fs::path& path) {
  return path.parent_path().parent_path().filename() == "datasets";
}

}  // namespace

FetchedFiles from_data_folders(const std::string& dataset, const std::vector<std::string>& names,
                               const FetchContext& context) {
  for (const fs::path& share : folders_of(data_folders())) {
    const fs::path folder = share / "datasets" / dataset;
    if (found_in(folder, names.front()).empty()) continue;
    FetchedFiles files;
    for (const std::string& name : names) {
      context.report(0, 0, "reading " + name);
      const fs::path path = found_in(folder, name);
      if (path.empty()) throw DataError(fmt::format("{} has no {}", folder.string(), name));
      files[name] = read_unpacked(path);
    }
    return files;
  }
  throw DataError("there is none");
}

FetchedFiles from_debian(const std::string& package, const FetchContext& context) {
  const fs::path folder = context.scratch / "debian";
  fs::create_directories(folder);
  run({"apt-get", "download", package}, folder, "apt-get download " + package, context);
  const fs::path archive = package_in(folder);
  if (archive.empty()) throw DataError("apt-get left no .deb file");
  run({"dpkg-deb", "--extract", archive.string(), (folder / "content").string()}, folder,
      "unpacking " + package, context);
  FetchedFiles files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder / "content")) {
    if (!entry.is_regular_file() || !is_data_file(entry.path())) continue;
    const fs::path& path = entry.path();
    const fs::path name = path.extension() == ".gz" ? path.stem() : path.filename();
    files[name.string()] = read_unpacked(path);
  }
  return files;
}

}  // namespace gbho::inline internal
