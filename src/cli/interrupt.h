#pragma once

namespace gbho::inline internal {

/// A closed pipe and a full quota are errors of the write that met them, not the end of the program.
void let_writes_fail();

/// SIGINT, SIGTERM and SIGHUP ask the program to finish cleanly; a second SIGINT ends it at once with status
/// 130.
void install_interrupt_handler();

/// True once the user has asked.
bool interrupted();

/// While this lives, the first signal ends the program at once, with status 130: data are being read, and
/// nothing has been written that would be lost.
class NothingDoneYet {
 public:
  NothingDoneYet();
  ~NothingDoneYet();
  NothingDoneYet(const NothingDoneYet&) = delete;
  NothingDoneYet& operator=(const NothingDoneYet&) = delete;
};

}  // namespace gbho::inline internal
