#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// Members that one thread trains together: they share the gathered batch, and beyond about eight their
/// weights leave the cache. Nearly equal sizes, and a multiple of the thread count where there are members
/// enough.
std::vector<std::vector<int64_t>> share_out(const std::vector<int64_t>& members, int threads);

/// Whether chunks that have lost members keep the threads waiting for one another, or share too little, so
/// that sharing their members out anew is worth its while.
bool are_uneven(const std::vector<std::vector<int64_t>>& chunks, int threads);

}  // namespace gbho::inline internal
