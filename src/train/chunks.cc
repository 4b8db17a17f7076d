#include "train/chunks.h"

#include <algorithm>

namespace gbho::inline internal {
namespace {

constexpr int64_t kChunkMembers = 8;

// What a chunk costs whoever is in it, counted in members: batches are gathered once for all.
constexpr double kCostOfChunk = 0.5;

// Moving members costs about an epoch: the gain must be worth it.
constexpr double kWorthMoving = 1.4;

// Until the last thread is done, when each takes the next chunk as soon as it can.
double time_of(const std::vector<std::vector<int64_t>>& chunks, int threads) {
  std::vector<double> busy(static_cast<size_t>(threads), 0.0);
  for (const std::vector<int64_t>& chunk : chunks)
    *std::min_element(busy.begin(), busy.end()) += static_cast<double>(chunk.size()) + kCostOfChunk;
  return *std::max_element(busy.begin(), busy.end());
}

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

bool are_uneven(const std::vector<std::vector<int64_t>>& chunks, int threads) {
  std::vector<int64_t> members;
  for (const std::vector<int64_t>& chunk : chunks) members.insert(members.end(), chunk.begin(), chunk.end());
  return !members.empty() &&
         time_of(chunks, threads) > kWorthMoving * time_of(share_out(members, threads), threads);
}

}  // namespace gbho::inline internal
