#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// <img> with its picture inside, from bytes [height, width, channels] with 1 or 3 channels. The description
/// is plain text.
std::string html_picture(const std::vector<uint8_t>& pixels, int64_t height, int64_t width, int64_t channels,
                         const std::string& description);

}  // namespace gbho::inline internal
