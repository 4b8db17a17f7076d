#pragma once

#include "gbho/run/executor.h"

namespace gbho::inline internal {

/// The program, as one of the ranks that mpirun or srun has started, if it was they: rank 0 runs it and the
/// others work for it. By itself it is run_program.
int run_as_rank(int argc, char** argv);

/// The other ranks as workers; null where there are none.
Executor* ranks_executor();

}  // namespace gbho::inline internal
