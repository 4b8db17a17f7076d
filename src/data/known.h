#pragma once

#include <string>
#include <vector>

#include "base/sha256.h"
#include "data/raw_examples.h"
#include "gbho/data/catalog.h"

namespace gbho::inline internal {

std::vector<std::string> known_names();

/// The constants of a known data set, without looking at the disk. ConfigError for an unknown name.
DatasetInfo known_dataset(const std::string& name);

/// True when every file lies in the folder, plain and of the right size, or with .gz behind its name.
bool is_complete(const DatasetInfo& info, const std::string& folder);

/// Reads every file of a complete folder and compares it with the catalog.
bool is_intact(const DatasetInfo& info, const std::string& folder);

/// One part ("train", "validation", "test") of a known data set; its content is verified and goes into
/// `digest`. The test part of mnist is taken from the embedded copy when mnist itself is not fetched.
/// DataError with the command to run when the files are not there; ConfigError when there is no such part.
RawExamples read_known(const std::string& name, const std::string& part, Sha256& digest);

}  // namespace gbho::inline internal
