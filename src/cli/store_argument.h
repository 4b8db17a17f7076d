#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gbho {

/// --store FILE, for every command that touches studies. "" stands for the default.
void add_store_argument(CLI::App& command, std::string& store);

/// The file itself.
std::string store_path(const std::string& option);

/// " --store FILE", quoted for a shell, or "": to be added to a command that is to find the same store.
std::string same_store(const std::string& option);

/// A word as a shell reads it: quoted where it has to be.
std::string shell_word(const std::string& text);

}  // namespace gbho
