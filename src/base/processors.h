#pragma once

#include <filesystem>

namespace gbho::inline internal {

/// Processors that this process may use: those it may be scheduled on, no more than the quota of its control
/// group (a container's --cpus) allows, rounded up, and at least one.
int available_processors();

/// The quota of the control groups (version 1 and 2) in processors, as the files below `root` tell;
/// infinity: none.
double processor_quota(const std::filesystem::path& root = "/");

}  // namespace gbho::inline internal
