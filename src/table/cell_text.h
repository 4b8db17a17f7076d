#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gbho::inline internal {

/// Without blanks around it.
std::string_view trimmed_cell(std::string_view text);

/// Empty, NA, N/A, #N/A, <NA>, nan, NaT, null, \N, None, ?, inf, infinity or #DIV/0!, whatever the case.
bool spells_missing(std::string_view text);
/// These words, in lower case.
std::span<const std::string_view> missing_words();

/// The finite number that the whole text spells; NaN where it spells none. With `decimal_comma` "1,5" and
/// "1.234,5" are some too.
double spelled_number(std::string_view text, bool decimal_comma = false);

/// The shortest text that spells this number: 1 for 1.0.
std::string shortest_text(double number);

/// Letters of ASCII in lower case.
std::string lower_case(std::string_view text);

}  // namespace gbho::inline internal
