#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/base/option.h"

namespace gbho {

class MethodContext;
class Problem;
class Space;
struct LowerOptions;
struct MethodResult;

/// A way to search the box. Methods that move λ while they train implement `run`; those that propose points
/// and look at the outcome derive from SamplingMethod.
class Method {
 public:
  virtual ~Method() = default;

  virtual std::string name() const = 0;
  /// One sentence.
  virtual std::string description() const = 0;
  /// The method's options, bound to this object: writing one changes the next run.
  virtual std::vector<Option> options() = 0;
  /// Whether the table [loop] of a study file sets options of this method too.
  virtual bool takes_loop_options() const { return false; }
  /// Sets the options to a named set of values; options that are given beside it win. Throws ConfigError for
  /// a name that the method does not know.
  virtual void apply_preset(const std::string& preset);
  /// Changes the options so that the search takes about so many lower-level solves: how a budget is used up.
  virtual void fill(const Space& space, int64_t solves) = 0;
  /// Fills in what the options leave to the method ("auto", 0: by dimension), as `run` would. The options of
  /// a study are settled before they are reported.
  virtual void settle(const Problem& problem, const LowerOptions& lower);
  /// Throws ConfigError that names key, value and fix: every option by what is legal for it, then check().
  void validate(const Space& space);
  /// What the search is going to do, to be shown before it does; empty when there is no more to say than the
  /// options do.
  virtual std::string plan() const { return ""; }
  /// Throws ConfigError when the problem lacks something that the method needs.
  virtual void check_problem(const Problem& problem) const;
  /// The random streams the method draws from.
  virtual std::vector<std::string> seed_streams() const { return {}; }
  /// Searches. The same context and options give the same result; an object may run again.
  virtual MethodResult run(MethodContext& context) = 0;

 protected:
  /// Throws ConfigError where options do not go together, or not with the space.
  virtual void check(const Space& space) const;
};

}  // namespace gbho
