#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/data_path.h"
#include "data/fetch/sources.h"
#include "data/fetch/staging.h"
#include "data/known.h"
#include "gbho/data/catalog.h"

namespace gbho {
namespace {

std::vector<DataFile> files_of(const DatasetInfo& info) {
  std::vector<DataFile> files;
  for (const DataPart& part : info.parts) files.insert(files.end(), part.files.begin(), part.files.end());
  return files;
}

/// Every source must give the same bytes; what else it delivered is dropped.
void write_verified(const DatasetInfo& info, const FetchedFiles& fetched, const FetchContext& context,
                    const std::filesystem::path& folder) {
  for (const DataFile& file : files_of(info)) {
    context.report(0, 0, "verifying " + file.name);
    const auto found = fetched.find(file.name);
    if (found == fetched.end())
      throw DataError(fmt::format("{} was not among the files delivered", file.name));
    const std::string digest = sha256_hex(found->second);
    if (digest != file.sha256) {
      throw DataError(fmt::format("{} has SHA-256 {}, expected {}", file.name, digest, file.sha256));
    }
    write_file_atomically(folder / file.name, found->second);
  }
}

std::string by_hand(const DatasetInfo& info) {
  std::vector<std::string> names;
  for (const DataFile& file : files_of(info)) names.push_back(file.name);
  return fmt::format(
      "what to do: connect and try again; behind a proxy, set https_proxy; or get the files elsewhere, put "
      "{} "
      "(plain, or with .gz) into {}, and run `gbho data get {}` once more, which verifies them",
      joined(names), info.folder, info.name);
}

}  // namespace

FetchResult fetch_dataset(const std::string& name, const FetchProgress& progress,
                          const std::function<bool()>& should_stop) {
  const DatasetInfo info = dataset_info(name);
  if (info.state == DataState::kEmbedded) return {info.folder, ""};
  if (info.state == DataState::kCached && is_intact(info, info.folder)) return {info.folder, ""};
  const std::vector<FetchSource> sources = sources_of(name);
  if (sources.empty())
    throw DataError(fmt::format("{} comes with gbho and cannot be fetched; install it again", name));

  StagingFolder staging(cache_dir(), name);
  const FetchContext context{progress, should_stop, staging.scratch()};
  std::string failures;
  if (std::filesystem::exists(info.folder)) {
    failures = fmt::format("  {}: there, but incomplete or not of the right content\n", info.folder);
  }
  for (const FetchSource& source : sources) {
    context.report(0, 0, source.label);
    try {
      write_verified(info, source.fetch(context), context, staging.files());
    } catch (const DataError& error) {
      const std::string reason = error.what();
      failures += reason.starts_with(source.label) ? fmt::format("  {}\n", reason)
                                                   : fmt::format("  {}: {}\n", source.label, reason);
      continue;
    }
    context.report(0, 0, "storing " + name);
    staging.publish(info.folder);
    return {info.folder, source.label};
  }
  throw DataError(fmt::format("{} could not be fetched:\n{}{}", name, failures, by_hand(info)));
}

}  // namespace gbho
