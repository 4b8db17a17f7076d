#include "train/chunks.h"

#include <algorithm>

namespace gbho::inline internal {
namespace {

constexpr int64_t kChunkMembers = 8;

}  // namespace

std::vector<std::vector<int64_t>> share_out(const std::vector<int64_t>& members, int threads) {
  const auto count = static_cast<int64_t>(members.size());
  int64_t chunks = (count + kChunkMembers - 1) / kChunkMembers;
  chunks = std::min(count, (chunks + threads - 1) / threads * threads);
  std::vector<std::vector<int64_t>> result;
  for (int64_t c = 0; c < chunks; ++c) {
    result.emplace_back(members.begin() + c * count / chunks, members.begin() + (c + 1) * count / chunks);
  }
  return result;
}

}  // namespace gbho::inline internal
