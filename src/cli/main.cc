#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/ranks.h"

// Sanitizers cannot be entered before they have started; who uses them sets the policy (scripts/sanitize
// does).
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

// LibTorch's threads (OpenMP) wait for work by spinning. Beside other programs they then hold the processor
// that the thread they wait for would need: a run of seconds took minutes. The policy is read from the
// environment when the OpenMP library starts, before main and before any constructor, and what a function of
// .preinit_array puts into the environment is gone when the C library starts: so the program begins again,
// with the policy, in the same process. Nothing is initialized here; only system calls are safe.
void wait_without_spinning(int /*argc*/, char** arguments, char** environment) {
  static char policy[] = "OMP_WAIT_POLICY=passive";
  static std::array<char*, 8192> extended;
  constexpr std::string_view kName = "OMP_WAIT_POLICY=";
  size_t count = 0;
  for (; environment[count] != nullptr; ++count) {
    if (count + 2 == extended.size() || std::string_view(environment[count]).starts_with(kName)) return;
    extended[count] = environment[count];
  }
  extended[count] = policy;
  static std::array<char, 4096> self;
  const ssize_t length = readlink("/proc/self/exe", self.data(), self.size() - 1);
  if (length > 0) execve(self.data(), arguments, extended.data());
}

using Early = void (*)(int, char**, char**);
[[gnu::section(".preinit_array"), gnu::used]] const Early kEarly = wait_without_spinning;

}  // namespace
#endif

int main(int argc, char** argv) {
  const int status = gbho::run_as_rank(argc, argv);
#if defined(__SANITIZE_ADDRESS__)
  std::fflush(nullptr);
  std::_Exit(status);  // tearing PyTorch's libraries down crashes in AddressSanitizer
#endif
  return status;
}
