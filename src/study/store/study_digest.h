#pragma once

#include <cstdint>
#include <string>

#include "gbho/base/error.h"
#include "study/store/database.h"

namespace gbho::inline internal {

/// Of what a study was begun with, which never changes.
std::string origin_digest(Database& database, int64_t study);

/// Of all that is known of a study once it has finished: summary, trials, iterations, names of its models.
std::string outcome_digest(Database& database, int64_t study);

/// What a digest tells of a study; sound where it has none, for gbho has not always written them.
enum class Soundness { kSound, kOriginDamaged, kOutcomeDamaged };
Soundness soundness(Database& database, int64_t study);

/// The same error with the command that does the damaged work again. `name` finds the study.
DamageError with_remedy(const DamageError& error, const std::string& name, const std::string& store);

/// Throws DamageError when it is not sound.
void require_sound(Database& database, int64_t study, const std::string& name, const std::string& store);

}  // namespace gbho::inline internal
