#pragma once

#include <filesystem>
#include <string>

namespace gbho::inline internal {

/// A hidden folder in the cache in which a data set is put together; removed at the end, whatever happens, so
/// a data set is there whole or not at all.
class StagingFolder {
 public:
  /// Also sweeps up what a killed process left behind. DataError when the cache cannot be written.
  StagingFolder(const std::filesystem::path& cache, const std::string& name);
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  /// For downloads and the like.
  std::filesystem::path scratch() const { return path_ / "scratch"; }
  /// What publish() will move.
  std::filesystem::path files() const { return path_ / "files"; }
  /// Renames files() to `target`, in place of a folder that is there already.
  void publish(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
};

}  // namespace gbho::inline internal
