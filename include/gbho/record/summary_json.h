#pragma once

#include <string>

#include "gbho/record/clean_summary.h"
#include "gbho/record/summary.h"

namespace gbho {

/// The summary as one JSON object, with a line break at its end: what `gbho tune --json` writes. The same
/// seed gives the same bytes, apart from "cost".seconds, seconds_lower and peak_rss_mb. Numbers that are not
/// finite are null.
std::string summary_json(const Summary& summary);

/// Reads what summary_json wrote. Null becomes "not a number"; `given` and `used` become JSON text again;
/// keys that are not known are passed over. Throws DataError.
Summary summary_from_json(const std::string& text);

/// What `gbho clean --json` writes. The same seed gives the same bytes, apart from "seconds".
std::string clean_json(const CleanSummary& summary);

}  // namespace gbho
