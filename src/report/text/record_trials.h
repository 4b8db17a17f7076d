#pragma once

#include <string>

namespace gbho {
struct StudyRecord;
struct Trial;
}  // namespace gbho

namespace gbho::inline internal {

/// How a candidate counts: as a solution of the lower level, as one that was not trained to its end, or as
/// one without a loss.
enum class TrialOutcome { kComplete, kPartial, kFailed };
TrialOutcome outcome_of(const Trial& trial);
/// complete | partial | failed
std::string to_string(TrialOutcome outcome);

/// The complete candidate with the lowest criterion, the earliest of equals; null when there is none.
const Trial* best_trial(const StudyRecord& record);

/// What candidates are compared by: "validation loss" or "selection loss".
std::string criterion_name(const StudyRecord& record);

}  // namespace gbho::inline internal
