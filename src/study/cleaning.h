#pragma once

#include <optional>
#include <vector>

#include "gbho/study/run.h"

namespace gbho {

/// How well the weights of training examples tell wrong labels from right ones, where it is known which are
/// wrong and every example has a weight of its own.
std::optional<Cleaning> cleaning_of(const PreparedStudy& prepared, const std::vector<double>& lambda);

}  // namespace gbho
