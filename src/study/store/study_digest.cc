#include "study/store/study_digest.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "study/store/enqueued_rows.h"
#include "study/store/schema.h"
#include "study/store/study_command.h"

namespace gbho::inline internal {
namespace {

void add_rows(Sha256& digest, Database& database, int64_t study, const char* sql) {
  Statement row(database, sql);
  row.bind(study);
  while (row.step()) {
    const std::string bytes = row.all_bytes();
    digest.update({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
}

std::string digest_of(Database& database, int64_t study, std::initializer_list<const char*> queries) {
  constexpr size_t kDigits = 32;
  Sha256 digest;
  for (const char* sql : queries) add_rows(digest, database, study, sql);
  return digest.hex().substr(0, kDigits);
}

}  // namespace

std::string origin_digest(Database& database, int64_t study) {
  return digest_of(
      database, study,
      {"SELECT name, series, method, seed, study_file, base_dir, given, used, space, environment "
       "FROM study WHERE id = ?"});
}

std::string outcome_digest(Database& database, int64_t study) {
  constexpr const char* kPieces =
      "SELECT number, kind, input, phase, partial, epochs, continues, engine, ledger, seconds, digest FROM "
      "work WHERE study = ? ORDER BY number";
  // Without rows it leaves the digest as it is, as does a table that older stores lack.
  const char* enqueued = has_enqueued(database) ? "SELECT * FROM enqueued WHERE study = ? ORDER BY number"
                                                : "SELECT NULL WHERE 0 = ?";
  return digest_of(database, study,
                   {"SELECT state, message, created, seconds, trials, best, summary FROM study WHERE id = ?",
                    kPieces, "SELECT * FROM trial WHERE study = ? ORDER BY number",
                    "SELECT * FROM iteration WHERE study = ? ORDER BY number",
                    "SELECT * FROM model WHERE study = ? ORDER BY role", enqueued});
}

Soundness soundness(Database& database, int64_t study) {
  constexpr int64_t kFirstWithDigests = 2;
  if (schema_version(database) < kFirstWithDigests) return Soundness::kSound;
  Statement row(database, "SELECT digest, outcome_digest FROM study WHERE id = ?");
  row.bind(study);
  if (!row.step()) return Soundness::kSound;
  if (!row.is_null(0) && row.text(0) != origin_digest(database, study)) return Soundness::kOriginDamaged;
  if (!row.is_null(1) && row.text(1) != outcome_digest(database, study)) return Soundness::kOutcomeDamaged;
  return Soundness::kSound;
}

DamageError with_remedy(const DamageError& error, const std::string& name, const std::string& store) {
  return DamageError(fmt::format("{}; do what is damaged again: {}", error.what(),
                                 study_command("resume", name, store, " --rebuild")));
}

void require_sound(Database& database, int64_t study, const std::string& name, const std::string& store) {
  switch (soundness(database, study)) {
    case Soundness::kSound:
      return;
    case Soundness::kOriginDamaged:
      throw DamageError(
          fmt::format("store '{}': what study '{}' was begun with is damaged: it is not what was written; "
                      "restore the store from a copy, or begin the study again with gbho tune --replace",
                      store, name));
    case Soundness::kOutcomeDamaged:
      throw DamageError(
          fmt::format("store '{}': the record of study '{}' is damaged: it is not what was written; restore "
                      "the store from a copy, or do the work again: {}",
                      store, name, study_command("resume", name, store, " --rebuild")));
  }
}

}  // namespace gbho::inline internal
