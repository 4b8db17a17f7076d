#pragma once

#include <cstdint>
#include <string>

namespace gbho {

/// "0.4021", or "-" for what is not a number.
std::string loss_text(double loss);
/// "88.20 %"
std::string percent_text(double share);
/// "1,234,567"
std::string count_text(int64_t count);
/// "0.8 s", "42 s", "3 min 20 s", "2 h 5 min"
std::string time_text(double seconds);

}  // namespace gbho
