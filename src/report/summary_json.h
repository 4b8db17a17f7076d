#pragma once

#include <string>

namespace gbho {

struct Summary;

/// The summary as one JSON object, with a line break at its end. The same seed gives the same bytes, apart
/// from "cost".seconds, seconds_lower and peak_rss_mb. Numbers that are not finite are null.
std::string summary_json(const Summary& summary);

}  // namespace gbho
