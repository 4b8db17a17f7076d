#pragma once

#include <string>

namespace gbho {

struct Runtime;

/// Throws ConfigError for a device that this build or machine does not have, or an impossible number of
/// threads.
void validate(const Runtime& runtime);

bool cuda_available();
/// Which GPU, or why none.
std::string cuda_description();
std::string libtorch_version();

}  // namespace gbho
