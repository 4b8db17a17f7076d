#pragma once

namespace gbho {

/// SIGINT and SIGTERM ask the program to finish cleanly; a second SIGINT ends it at once with status 130.
void install_interrupt_handler();

/// True once the user has asked.
bool interrupted();

}  // namespace gbho
