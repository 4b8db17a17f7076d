#pragma once

#include <array>
#include <string>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/summary.h"

// Enumerations of records by the names that they have in JSON.

namespace gbho::inline internal {

template <typename Enum>
struct AllValues;

template <>
struct AllValues<Termination> {
  static constexpr const char* kWhat = "an end that a run can have";
  static constexpr std::array kValues = {
      Termination::kFinished,    Termination::kBudget,  Termination::kConverged, Termination::kStopped,
      Termination::kInterrupted, Termination::kNoModel, Termination::kFailed};
};

template <>
struct AllValues<MemberStatus> {
  static constexpr const char* kWhat = "an end that a solve can have";
  static constexpr std::array kValues = {MemberStatus::kFinished, MemberStatus::kConverged,
                                         MemberStatus::kPlateau, MemberStatus::kDiverged,
                                         MemberStatus::kInterrupted};
};

/// Throws DataError for a name that none of them has.
template <typename Enum>
Enum named(const std::string& name) {
  for (const Enum value : AllValues<Enum>::kValues) {
    if (to_string(value) == name) return value;
  }
  throw DataError("\"" + name + "\" is not " + AllValues<Enum>::kWhat);
}

}  // namespace gbho::inline internal
