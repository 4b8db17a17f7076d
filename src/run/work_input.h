#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// A short text that tells one piece of work from another: a digest of λ, bit for bit, and some numbers.
std::string work_input(const torch::Tensor& lambda, const std::vector<int64_t>& numbers);

}  // namespace gbho::inline internal
