#pragma once

#include <string>

namespace gbho::inline internal {

/// Writes the whole file or none of it: to a temporary file beside it, then renamed. Throws RunError.
void write_file(const std::string& path, const std::string& content);

/// Throws ConfigError when a file could not be created there, without creating anything. For use before a
/// long run. `option` is how messages call it: "--json out/x.json".
void check_writable_file(const std::string& path, const std::string& option);
/// The same for a folder, which need not exist yet.
void check_writable_folder(const std::string& path, const std::string& option);

}  // namespace gbho::inline internal
