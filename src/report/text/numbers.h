#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// "0.4021", or "-" for what is not a number.
std::string loss_text(double loss);
/// Four digits of a number of any size: "3.140", "12346", "1.235e+07".
std::string number_text(double value);
/// "88.20 %"
std::string percent_text(double share);
/// "1,234,567"
std::string count_text(int64_t count);
/// "0.8 s", "42 s", "3 min 20 s", "2 h 5 min"
std::string time_text(double seconds);
/// "-5.99", "-6.95, -4.77"; of many, the first four.
std::string point_text(const std::vector<double>& lambda);

}  // namespace gbho::inline internal
