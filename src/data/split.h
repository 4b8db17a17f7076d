#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/base/random.h"

namespace gbho::inline internal {

/// The parts that `split` names, in order.
constexpr const char* kPartNames[] = {"train", "validation", "selection", "test"};

/// n divided in the ratio of the shares by largest remainder; the sizes add up to n.
std::vector<int64_t> part_sizes(int64_t n, const std::vector<double>& shares);

/// `size` of the rows 0, …, labels.size()−1 in random order; stratified, every label keeps its share.
std::vector<int64_t> drawn_rows(const std::vector<int64_t>& labels, int64_t size, bool stratified,
                                Stream stream);

/// The rows 0, …, labels.size()−1 dealt to one part per share, in random order. Stratified, every label is
/// dealt in the ratio of the shares, up to rounding. Throws DataError where a part would be empty.
std::vector<std::vector<int64_t>> split_rows(const std::vector<int64_t>& labels,
                                             const std::vector<double>& shares, bool stratified,
                                             Stream stream);

}  // namespace gbho::inline internal
