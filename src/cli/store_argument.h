#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gbho::inline internal {

/// --store FILE, for every command that touches studies. "" stands for the default.
void add_store_argument(CLI::App& command, std::string& store);

/// The file itself.
std::string store_path(const std::string& option);

/// " --store FILE", quoted for a shell, or "": to be added to a command that is to find the same store.
std::string same_store(const std::string& option);

/// The name to find a study by: its own, but NAME-1 where that was asked for (docs/store.md).
std::string found_as(const std::string& asked, const std::string& name);

}  // namespace gbho::inline internal
