#pragma once

#include <map>
#include <memory>
#include <string>

#include "gbho/methods/journal.h"
#include "gbho/study/run.h"
#include "gbho/study/store.h"

namespace gbho {

/// What to do when a store has a study of the same name: refuse, write over it, or put a number behind it.
enum class WhenTaken { kRefuse, kReplace, kNumber };

/// A study that is kept while it runs: what `gbho tune` and `gbho resume` work through. While it lives, no
/// other process can run the study.
class StoredStudy {
 public:
  /// Begins a study under a name. Throws StoreError when the name is taken and that is to be refused.
  static StoredStudy begin(const std::string& store, const std::string& name, const PreparedStudy& prepared,
                           WhenTaken when_taken = WhenTaken::kRefuse);
  /// Takes up a study that was begun.
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
  /// JSON of the summary, when the study has ended; else empty.
  std::string summary() const;
  /// Its models then, as safetensors files, by role: joint, consistent, refit.
  std::map<std::string, std::string> models() const;

  /// What the run is given.
  Journal& journal();
  /// Writes as often as that, instead of as seldom as is safe; 0: every piece of work and every epoch.
  void set_pace(double seconds);
  /// Writes everything that was done. To be called when a run is left before its end.
  void leave(const std::string& state, const std::string& message);
  /// Keeps a run's summary (its JSON) and its models; the way there is cleared away.
  void finish(const Summary& summary, const std::string& json);
  /// Forgets pieces of work whose records are damaged, and those that need them; returns how many are left.
  int64_t rebuild();

 private:
  struct Parts;
  explicit StoredStudy(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Removes a study and its weights. Throws StoreError when it is being run, or is not there.
void remove_study(const std::string& store, const std::string& name);

}  // namespace gbho
