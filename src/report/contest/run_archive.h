#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gbho/record/summary.h"

namespace gbho::inline internal {

/// Finished runs of a contest, one file each, so that a contest that was interrupted can go on.
class RunArchive {
 public:
  /// Nothing is created before the first run is kept.
  explicit RunArchive(std::string folder) : folder_(std::move(folder)) {}

  /// The run that was kept for this label and seed, when it had the same settings (`used`, JSON) and was made
  /// by this version of gbho. A file that cannot be read counts as missing: the run is made again.
  std::optional<Summary> find(const std::string& label, uint64_t seed, const std::string& used_json) const;

  /// Writes FOLDER/LABEL-seedN.json; interrupted runs are not kept. Throws RunError.
  void keep(const std::string& label, const Summary& summary) const;

  /// FOLDER/LABEL-seedN.json; a label with characters that file names should not have gets others in their
  /// place and a fingerprint behind them.
  std::string path(const std::string& label, uint64_t seed) const;

 private:
  std::string folder_;
};

}  // namespace gbho::inline internal
