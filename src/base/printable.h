#pragma once

#include <string>
#include <string_view>

namespace gbho::inline internal {

/// Text from a file or an argument, made fit for a terminal: on one line, characters that a terminal obeys
/// instead of showing them written as "\n" or "\x1b".
std::string printable(std::string_view text);

/// The same for a whole message, of bounded length: endless words and endless messages lose their middle.
std::string printable_message(std::string_view message);

}  // namespace gbho::inline internal
