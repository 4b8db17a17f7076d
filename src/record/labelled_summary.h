#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// A summary with the label under which a contest runs it, as the first key.
nlohmann::ordered_json labelled_summary(const Summary& summary, const std::string& label);

}  // namespace gbho::inline internal
