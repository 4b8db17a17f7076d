#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/bilevel/space.h"
#include "gbho/methods/context.h"
#include "gbho/methods/summary.h"

namespace gbho {

/// What a method's search came to. λ* is not part of it: it is chosen among all candidates that the context
/// has evaluated, by the validation loss of consistent models, the same way for every method.
struct MethodResult {
  Termination termination = Termination::kFinished;
  std::string message;
  Weights joint;  ///< the weights the method itself ends with, an ensemble of one; empty for most
  std::vector<double> joint_lambda;  ///< the λ they belong to
  std::optional<Certificate> certificate;
  std::vector<Iteration> iterations;
  std::vector<TracePoint> trace;  ///< of methods that move λ while they train
};

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
  /// Sets the options to a named set of values; options that are given beside it win. Throws ConfigError for
  /// a name that the method does not know.
  virtual void apply_preset(const std::string& preset);
  /// Changes the options so that the search takes about so many lower-level solves: how a budget is used up.
  virtual void fill(const Space& space, int64_t solves) = 0;
  /// Throws ConfigError that names key, value and fix; with the space, once that is known.
  virtual void validate(const Space& space) const = 0;
  /// What the search is going to do, to be shown before it does; empty when there is no more to say than the
  /// options do.
  virtual std::string plan() const { return ""; }
  /// Throws ConfigError when the problem lacks something that the method needs.
  virtual void check_problem(const Problem& problem) const;
  /// The random streams the method draws from.
  virtual std::vector<std::string> seed_streams() const { return {}; }
  /// Searches. The same context and options give the same result; an object may run again.
  virtual MethodResult run(MethodContext& context) = 0;
};

/// Ask and tell. All candidates of one `ask` are trained side by side.
class SamplingMethod : public Method {
 public:
  /// Forgets earlier runs.
  virtual void begin(const Space& space, uint64_t seed) = 0;
  /// Lower-level solves to expect, for the progress report.
  virtual int64_t planned() const = 0;
  /// The next candidates [k, n], double, inside the box; k = 0 when there are no more.
  virtual torch::Tensor ask() = 0;
  virtual void tell(const std::vector<Evaluation>& evaluations) = 0;

  /// begin, then ask, evaluate, tell, until there is nothing to ask or the budget is spent.
  MethodResult run(MethodContext& context) override;
};

/// The record of sampled candidates.
std::vector<Iteration> iterations_of(const std::vector<Evaluation>& evaluations);

}  // namespace gbho
