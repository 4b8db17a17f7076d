#pragma once

#include <string>

#include "report/figure.h"

namespace gbho {

/// The commands for a surface, given where its blocks of data are: "'x.dat' index 0".
std::string surface_commands(const Surface& surface, const std::string& grid, const std::string& points);

}  // namespace gbho
