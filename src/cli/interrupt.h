#pragma once

namespace gbho::inline internal {

/// A closed pipe and a full quota are errors of the write that met them, not the end of the program.
void let_writes_fail();

/// SIGINT, SIGTERM and SIGHUP ask the program to finish cleanly; a second SIGINT ends it at once with status
/// 130.
void install_interrupt_handler();

/// True once the user has asked.
bool interrupted();

}  // namespace gbho::inline internal
