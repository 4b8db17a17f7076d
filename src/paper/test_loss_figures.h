#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paper/experiment.h"
#include "paper/figures.h"

namespace gbho::inline internal {

/// Test losses of the paper's models, ours and the paper's, a figure for each group of instances.
std::vector<Figure> test_loss_figures(const std::vector<InstanceResult>& results);

}  // namespace gbho::inline internal
