#pragma once

#include <string>

#include "report/figure/figure.h"

namespace gbho::inline internal {

/// The commands for a surface, given where its blocks of data are: "'x.dat' index 0".
std::string surface_commands(const Surface& surface, const std::string& grid, const std::string& points);

}  // namespace gbho::inline internal
