#pragma once

#include <filesystem>

namespace gbho::inline internal {

/// The folder of the embedded data: $GBHO_DATA_DIR, else beside the installed program, else where this build
/// installs, else the source tree. Throws DataError that lists the places when none holds it.
std::filesystem::path embedded_data_dir();

/// Where fetched data sets are kept: $GBHO_CACHE_DIR, else $XDG_CACHE_HOME/gbho, else ~/.cache/gbho. Need not
/// exist yet.
std::filesystem::path cache_dir();

}  // namespace gbho::inline internal
