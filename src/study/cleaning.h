#pragma once

#include <optional>
#include <vector>

#include "gbho/study/run.h"

namespace gbho::inline internal {

/// It is known which training labels are wrong, and every example has a weight of its own.
bool can_be_cleaned(const PreparedStudy& prepared);

/// How well the weights of training examples tell wrong labels from right ones, where that can be told.
std::optional<Cleaning> cleaning_of(const PreparedStudy& prepared, const std::vector<double>& lambda);

}  // namespace gbho::inline internal
