#pragma once

#include <string>

namespace gbho::inline internal {

/// A word as a shell reads it: quoted where it has to be, without any character that a terminal would obey.
std::string shell_word(const std::string& text);

}  // namespace gbho::inline internal
