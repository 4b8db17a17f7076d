#include <cstdlib>

#include "cli/program.h"

namespace {

// LibTorch's threads (OpenMP) wait for work by spinning. Beside other programs they then hold the processor
// that the thread they wait for would need: a run of seconds took minutes. The policy is read when the OpenMP
// library starts, before main and before any constructor; only functions of .preinit_array come earlier.
void wait_without_spinning(int /*argc*/, char** /*argv*/, char** /*environment*/) {
  setenv("OMP_WAIT_POLICY", "passive", /*overwrite=*/0);
}

using Early = void (*)(int, char**, char**);
[[gnu::section(".preinit_array"), gnu::used]] const Early kEarly = wait_without_spinning;

}  // namespace

int main(int argc, char** argv) {
  return gbho::run_program(argc, argv);
}
