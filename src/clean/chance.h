#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// How far what models say of the labels lies above what they would say of the same labels in random order,
/// in standard deviations of all such orders; of the rows that are set. Models that have learned nothing are
/// at about 0: then their doubts say nothing of any label.
double above_chance(const Beliefs& beliefs, const std::vector<bool>& rows);

/// Below it nothing is flagged.
constexpr double kFewestDeviations = 2;

}  // namespace gbho::inline internal
