#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gbho::inline internal {

/// Microseconds of a local time "2026-11-15T22:01:02.123456", counted as if it were UTC: good for
/// differences. Nothing for any other text; the fraction may be missing.
std::optional<int64_t> local_microseconds(const std::string& time);

/// The way back: "2026-11-15T22:01:02.123456".
std::string local_time_text(int64_t microseconds);

/// As Python's pandas writes a time span: "0 days 00:00:01.250000".
std::string time_span_text(int64_t microseconds);

}  // namespace gbho::inline internal
