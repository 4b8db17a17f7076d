#pragma once

namespace CLI {
class App;
}

namespace gbho::inline internal {

/// Adds `data list | get NAME | info NAME | check PATH`. The command runs while CLI11 parses; what goes wrong
/// is thrown as gbho::Error, and `status` becomes 130 when the user interrupted it.
void add_data_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
