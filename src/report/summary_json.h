#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gbho {

struct Summary;

/// The summary as one JSON object, with a line break at its end. The same seed gives the same bytes, apart
/// from "cost".seconds, seconds_lower and peak_rss_mb. Numbers that are not finite are null.
std::string summary_json(const Summary& summary);
/// The same with the label under which a contest runs it, as the first key.
std::string summary_json(const Summary& summary, const std::string& label);
/// The same, to be put into a larger object.
nlohmann::ordered_json summary_object(const Summary& summary, const std::string& label);

/// Reads what summary_json wrote, weights aside: they are not in it. Null becomes "not a number"; `given` and
/// `used` become JSON text again; keys that are not known are passed over. Throws DataError.
Summary summary_from_json(const std::string& text);

}  // namespace gbho
