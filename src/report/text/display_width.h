#pragma once

#include <cstddef>
#include <string>

namespace gbho::inline internal {

/// Columns that a terminal takes to show UTF-8: two for wide characters, none for combining ones and for what
/// sets colours.
size_t text_width(const std::string& text);

/// The first `width` columns of it. Colours that were begun are ended.
std::string cut(const std::string& text, size_t width);

/// The same, with "…" as its last character where something was left out.
std::string shortened(const std::string& text, size_t width);

}  // namespace gbho::inline internal
