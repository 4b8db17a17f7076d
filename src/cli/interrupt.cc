#include "cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

namespace gbho {
namespace {

volatile sig_atomic_t stop_asked = 0;  // NOLINT: a signal handler has nothing else to write to

extern "C" void on_signal(int number) {
  constexpr int kSecondSignalStatus = 130;
  if (number == SIGINT && stop_asked != 0) _exit(kSecondSignalStatus);
  stop_asked = 1;
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return stop_asked != 0;
}

}  // namespace gbho
