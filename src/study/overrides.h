#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "gbho/study/study.h"

namespace gbho::inline internal {

/// Writes "section.key=value" into the table. A block of [[hyperparameter]] is addressed by its name:
/// hyperparameter.l2.low=-8. Throws ConfigError; whether the key is known is for the reader to say.
void apply_override(toml::table& root, const StudyOverride& given, StudySource& source);

}  // namespace gbho::inline internal
