#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gbho {
struct StudyRecord;
struct Trial;
}  // namespace gbho

namespace gbho::inline internal {

/// What Optuna calls the user attributes of a trial: what gbho knows beside parameters and value. Numbers
/// that are not finite are left out.
std::vector<std::pair<std::string, nlohmann::ordered_json>> trial_attributes(const StudyRecord& record,
                                                                             const Trial& trial);

/// COMPLETE, PRUNED and FAIL, and their numbers in a journal.
std::string optuna_state_name(const Trial& trial);
int optuna_state(const Trial& trial);

/// JSON text that a store keeps, as a value: null for "", a string for what is not JSON.
nlohmann::ordered_json stored_json(const std::string& text);

}  // namespace gbho::inline internal
