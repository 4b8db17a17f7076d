#include <torch/types.h>
#include <torch/utils.h>

#include "gbho/train/solver.h"

namespace gbho {
namespace {

template <typename Change>
TrainState changed(const TrainState& state, const Change& change) {
  TrainState result;
  result.epoch = state.epoch;
  result.weights = change(state.weights);
  result.moments.reserve(state.moments.size());
  for (const Weights& moment : state.moments) result.moments.push_back(change(moment));
  return result;
}

Weights joined_weights(const Weights& left, const Weights& right) {
  Weights both;
  both.reserve(left.size());
  for (size_t p = 0; p < left.size(); ++p) both.push_back(torch::cat({left[p], right[p]}));
  return both;
}

}  // namespace

TrainState slice_members(const TrainState& state, int64_t first, int64_t count) {
  return changed(state, [&](const Weights& weights) { return slice_members(weights, first, count); });
}

TrainState select_members(const TrainState& state, const std::vector<int64_t>& members) {
  return changed(state, [&](const Weights& weights) { return select_members(weights, members); });
}

TrainState joined(const TrainState& left, const TrainState& right) {
  TrainState both;
  both.epoch = left.epoch;
  both.weights = joined_weights(left.weights, right.weights);
  both.moments.reserve(left.moments.size());
  for (size_t m = 0; m < left.moments.size(); ++m) {
    both.moments.push_back(joined_weights(left.moments[m], right.moments[m]));
  }
  return both;
}

}  // namespace gbho
