#pragma once

#include <string>

namespace gbho::inline internal {

/// The text with every `from` in it replaced.
std::string replaced(std::string text, const std::string& from, const std::string& to);

/// A plain text as LaTeX writes it: what is special to LaTeX escaped, the signs of our tables in its own.
std::string latex_text(const std::string& text);

}  // namespace gbho::inline internal
