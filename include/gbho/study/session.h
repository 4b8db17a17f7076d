#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "gbho/record/runtime.h"
#include "gbho/record/summary.h"
#include "gbho/run/callback.h"
#include "gbho/run/executor.h"
#include "gbho/study/stored_study.h"
#include "gbho/study/study.h"

namespace gbho {

/// A study that is ready to run, and perhaps kept: all that `gbho tune` and `gbho resume` do, without them.
///
///     gbho::Session session(gbho::read_study("study.toml"));
///     session.keep("studies.db", "first");
///     const gbho::Summary summary = session.run();
class Session {
 public:
  /// Loads the data and builds the model: nothing but training is left. Throws ConfigError or DataError.
  explicit Session(const Study& study);
  /// A study of a store, to go on with: the latest run of that name. Throws StoreError when it is not there,
  /// is being run, or cannot go on here, and DataError when the data is no longer what it began with.
  static Session open(const std::string& store, const std::string& name, const Runtime& runtime = {},
                      WhenDamaged when_damaged = WhenDamaged::kRefuse);

  ~Session();
  Session(Session&& other) noexcept;
  Session& operator=(Session&&) = delete;

  /// Keeps the study in a store from here on. Throws StoreError when the name is taken and that is refused.
  void keep(const std::string& store, const std::string& name, WhenTaken when_taken = WhenTaken::kRefuse);
  /// Under which it is kept; "" when it is not.
  std::string name() const;
  const Study& study() const;

  /// What the search is going to do; "" when there is no more to say than the options do.
  std::string plan() const;
  /// Has workers train for the run; the same result, times aside. Not owned.
  void set_executor(Executor* executor);
  /// Seconds between writes to the store, instead of as seldom as is safe.
  void set_pace(double seconds);

  /// Runs to the end, or until the callback says otherwise; what an earlier attempt has done is not done
  /// again, and a study that has ended gives what it gave then. Throws RunError when no candidate could be
  /// trained, and StoreError when it could not be kept.
  Summary run(const Callback& callback = {});
  /// What the run gave, also when it then could not be kept.
  const Summary* outcome() const;
  /// How it has ended, in this session or before it.
  const std::optional<Summary>& ended() const;
  /// The weights of its models, as safetensors files, by role: joint, consistent, refit.
  std::map<std::string, std::string> models() const;

 private:
  struct Parts;
  explicit Session(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace gbho
