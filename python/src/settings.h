#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gbho/study/study.h"

namespace gbho::python {

/// "section.key=value", and how messages call it.
using Settings = std::vector<std::pair<std::string, std::string>>;

inline std::vector<StudyOverride> overrides_of(const Settings& settings) {
  std::vector<StudyOverride> overrides;
  overrides.reserve(settings.size());
  for (const auto& [text, origin] : settings) overrides.emplace_back(text, origin);
  return overrides;
}

/// The options of a study whose data and model are somebody else's: solver, budget, method, seed. `least` is
/// how messages call it.
StudyOptions options_without_data(const std::string& what, const Settings& settings);

}  // namespace gbho::python
