#pragma once

#include <string>
#include <vector>

namespace gbho::inline internal {

/// A number in CSV: empty for what is missing, as readers expect.
std::string csv_number(double value);

/// A line of CSV: RFC 4180, but with a plain line feed, as pandas writes it.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace gbho::inline internal
