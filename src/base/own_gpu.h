#pragma once

#include <optional>
#include <string>

namespace gbho::inline internal {

/// Which of a node's GPUs a rank is to use, as CUDA_VISIBLE_DEVICES has it: its own where the launcher has
/// shown it several, or has left the choice open and there are several. Nothing where there is nothing to
/// choose.
std::optional<std::string> gpu_of_rank(const char* visible, int gpus, int rank_on_node);

/// Leaves this process that GPU alone. To be called before anything asks for one.
void take_own_gpu();

}  // namespace gbho::inline internal
