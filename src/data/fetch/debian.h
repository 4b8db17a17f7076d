#pragma once

#include <string>
#include <vector>

#include "data/fetch/context.h"

namespace gbho::inline internal {

/// Files of a data set that a package of Debian has put into share/datasets: from the first folder of
/// $XDG_DATA_DIRS (/usr/local/share and /usr/share when unset) that has them, plain or with .gz.
FetchedFiles from_data_folders(const std::string& dataset, const std::vector<std::string>& names,
                               const FetchContext& context);

/// The files below share/datasets of a Debian package, by `apt-get download`: needs no root, installs
/// nothing.
FetchedFiles from_debian(const std::string& package, const FetchContext& context);

}  // namespace gbho::inline internal
