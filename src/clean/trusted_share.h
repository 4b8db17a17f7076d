#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// Mixes what models of trusted rows alone say into `truth`, with the share (0, 0.1, …, 1) that makes the log
/// loss of the trusted rows lowest, and returns it. Neither kind of model has seen the row that it is judged
/// by.
double mix_in(const Beliefs& by_trusted, const std::vector<bool>& trusted, Beliefs& truth);

}  // namespace gbho::inline internal
