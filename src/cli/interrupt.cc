#include "cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

namespace gbho::inline internal {
namespace {

constexpr int kSignalStatus = 130;

volatile sig_atomic_t stop_asked = 0;        // NOLINT: a signal handler has nothing else to write to
volatile sig_atomic_t nothing_done_yet = 0;  // NOLINT

extern "C" void on_signal(int number) {
  if (nothing_done_yet != 0) {
    constexpr char kMessage[] = "gbho: stopped before anything was trained\n";
    if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) >= 0) _exit(kSignalStatus);
    _exit(kSignalStatus);  // nobody reads the message
  }
  if (number == SIGINT && stop_asked != 0) _exit(kSignalStatus);
  stop_asked = 1;
}

extern "C" void on_failing_write(int /*number*/) {}

}  // namespace

void let_writes_fail() {
  // A handler, for a signal that is ignored would be ignored in the programs that we start, too.
  struct sigaction action {};
  action.sa_handler = on_failing_write;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGPIPE, &action, nullptr);
  sigaction(SIGXFSZ, &action, nullptr);
}

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup has it ignored
}

bool interrupted() {
  return stop_asked != 0;
}

NothingDoneYet::NothingDoneYet() {
  nothing_done_yet = 1;
}

NothingDoneYet::~NothingDoneYet() {
  nothing_done_yet = 0;
}

}  // namespace gbho::inline internal
