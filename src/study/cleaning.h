#pragma once

#include <optional>

#include "gbho/run/result.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// It is known which training labels are wrong, and every example has a weight of its own.
bool can_be_cleaned(const PreparedStudy& prepared);

/// How well the weights of training examples tell wrong labels from right ones, where that can be told.
std::optional<Cleaning> cleaning_of(const PreparedStudy& prepared, const Result& result);

}  // namespace gbho::inline internal
