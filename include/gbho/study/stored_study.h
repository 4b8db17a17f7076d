#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "gbho/record/iteration.h"
#include "gbho/record/summary.h"
#include "gbho/study/store.h"
#include "gbho/study/study.h"

namespace gbho {

class Journal;
struct PreparedStudy;
struct Result;

/// What to do when a store has a study of the same name: refuse, write over it, or put a number behind it.
enum class WhenTaken { kRefuse, kReplace, kNumber };

/// What to do with records that are not what was written: refuse, or do that work again.
enum class WhenDamaged { kRefuse, kRebuild };

/// A study that is kept while it runs. While it lives, no other process can run the study. `run` and `resume`
/// (gbho/study/run.h) work through it.
class StoredStudy {
 public:
  /// Begins a study under a name. Throws StoreError when the name is taken and that is to be refused.
  static StoredStudy begin(const std::string& store, const std::string& name, const PreparedStudy& prepared,
                           WhenTaken when_taken = WhenTaken::kRefuse);
  /// Takes up the latest run of a name that was begun. NAME-1 is the first where later ones got a number.
  static StoredStudy open(const std::string& store, const std::string& name);

  ~StoredStudy();
  StoredStudy(StoredStudy&& other) noexcept;
  StoredStudy& operator=(StoredStudy&&) = delete;

  const std::string& name() const;
  /// The study as it was given, to be prepared again.
  Study study() const;
  /// Throws DataError when the data is no longer what the study began with, and StoreError when this gbho
  /// would run the study with other settings.
  void check(const PreparedStudy& prepared) const;
  /// How the study has ended; nothing while it has not. Throws DamageError.
  std::optional<Summary> summary() const;
  /// Its models then, as safetensors files, by role: joint, consistent, refit.
  std::map<std::string, std::string> models() const;

  /// What the run is given.
  Journal& journal();
  /// Keeps the record of an iteration, with the next piece of work.
  void note(const Iteration& record);
  /// Writes as often as that, instead of as seldom as is safe; 0: every piece of work and every epoch.
  void set_pace(double seconds);
  /// Writes everything that was done. To be called when a run is left before its end.
  void leave(const std::string& state, const std::string& message);
  /// Keeps a run's summary and its models; the way there is cleared away.
  void finish(const Result& result);
  /// Forgets pieces of work whose records are damaged, and those that need them, of a study that had finished
  /// all of them; returns how many are left.
  int64_t rebuild();

 private:
  struct Parts;
  explicit StoredStudy(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Asks the run of a study, also one that is going on now, to train this λ, a value for every hyperparameter
/// by its name (docs/store.md). Throws ConfigError for a λ that is not in the box, and StoreError when the
/// study has ended.
void enqueue(const std::string& store, const std::string& name, const std::map<std::string, double>& lambda);

/// Removes a study and its weights. Throws StoreError when it is being run, or is not there.
void remove_study(const std::string& store, const std::string& name);

}  // namespace gbho
