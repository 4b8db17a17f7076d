#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// Members that one thread trains together: they share the gathered batch, and beyond about eight their
/// weights leave the cache. Nearly equal sizes, and a multiple of the thread count where there are members
/// enough.
std::vector<std::vector<int64_t>> share_out(const std::vector<int64_t>& members, int threads);

}  // namespace gbho::inline internal
