#pragma once

#include <cstdint>
#include <functional>

namespace gbho::inline internal {

/// Calls work(thread, block) for every block from 0 on, with up to `threads` threads, each of which takes the
/// next block that is left. When blocks throw, the others are not begun, and the exception of the first of
/// them is thrown here.
void for_each_block(int64_t blocks, int threads, const std::function<void(int thread, int64_t block)>& work);

}  // namespace gbho::inline internal
