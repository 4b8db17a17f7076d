#pragma once

#include <string>
#include <string_view>

namespace gbho::inline internal {

/// A number with something around it: "$1,200", "12 %", "5 years", "1,000". The reading of a column says
/// what:
/// "$#", "# %", "# years", "#"; of "1.234,50 €" it is "#, €". Whoever has such a column thinks of it as
/// numbers.
///
/// The reading of one text; "" when it is no such number.
std::string number_reading(std::string_view text);

/// The number of a text by this reading; NaN where it does not fit.
double dressed_number(std::string_view text, std::string_view reading);

}  // namespace gbho::inline internal
