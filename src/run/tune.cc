#include "gbho/run/tune.h"

#include <fmt/format.h>

#include <cmath>

#include "base/process.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/run/journal.h"
#include "gbho/run/method_result.h"
#include "gbho/train/device.h"
#include "gbho/train/pilot.h"
#include "run/bag_model.h"
#include "run/certificate.h"
#include "run/check_network.h"
#include "run/describe_predictions.h"
#include "run/enqueued.h"
#include "run/importance.h"
#include "run/models.h"
#include "run/value_model.h"
#include "run/verify_certificate.h"
#include "run/work_input.h"
#include "train/request.h"

namespace gbho {
namespace {

// λ* this near to a bound, as a part of the range, counts as stuck there.
constexpr double kBoundMargin = 0.01;

// With more of them one warning says it all.
constexpr size_t kMostBoundWarnings = 10;

// A joint validation loss below this part of the consistent one gets a warning.
constexpr double kFarBelow = 0.8;

// Low corner, center and high corner of the box: where the penalty is weakest, middling and strongest.
torch::Tensor pilot_points(const Space& space) {
  return space.rows([](const torch::Tensor& low, const torch::Tensor& high) {
    return torch::cat({low, (low + high) / 2, high});
  });
}

Snapshot pilot_snapshot(const PilotResult& pilot) {
  std::vector<double> numbers = {pilot.learning_rate, pilot.momentum};
  for (const PilotTrial& trial : pilot.trials) {
    numbers.insert(numbers.end(), {trial.learning_rate, trial.momentum, trial.objective});
  }
  Snapshot snapshot;
  snapshot.add("pilot", torch::tensor(numbers, torch::kDouble));
  return snapshot;
}

PilotResult pilot_of(const Snapshot& snapshot) {
  const torch::Tensor& tensor = snapshot.tensor("pilot");
  const double* numbers = tensor.data_ptr<double>();
  PilotResult pilot = {numbers[0], numbers[1], {}};
  for (int64_t i = 2; i + 2 < tensor.numel(); i += 3) {
    pilot.trials.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
  return pilot;
}

// Learning rate and momentum, the same for every method. False when interrupted.
bool choose_learning_rate(MethodContext& context, Summary& summary) {
  const LowerOptions& lower = context.options().lower;
  const auto pairs = static_cast<int64_t>(lower.learning_rate.size() * lower.momentum.size());
  if (pairs == 1 || lower.optimizer == "lbfgs") {
    summary.pilot = {lower.learning_rate.front(), lower.momentum.front(), {}};
    context.set_learning_rate(summary.pilot.learning_rate, summary.pilot.momentum);
    return true;
  }
  const torch::Tensor lambda = pilot_points(context.space());
  const int64_t networks = pairs * lambda.size(0);
  context.begin_phase("pilot", networks);
  PilotResult pilot;
  Work work;
  work.kind = "pilot";
  work.input = work_input(lambda, {pairs});
  const bool done = context.once(work, [&](const Continuation& continuation) {
    pilot = run_pilot(context.problem(), lower, context.options().runtime, lambda, context.seed(),
                      context.ledger(), context.epoch_callback(networks), continuation,
                      [&context] { return context.stop_requested(); });
    work.result = pilot_snapshot(pilot);
    return !context.stop_requested();
  });
  if (!done) return false;
  pilot = pilot_of(work.result);
  context.end_phase();
  context.set_learning_rate(pilot.learning_rate, pilot.momentum);
  summary.pilot = std::move(pilot);
  return true;
}

// Interrupted before anything was trained, there is no λ* and that is all right; otherwise it is a failed
// run.
bool take_best(const MethodContext& context, Summary& summary) {
  if (context.best()) {
    summary.lambda = context.best()->evaluation.lambda;
    return true;
  }
  if (summary.termination == Termination::kInterrupted || context.told_to_stop()) return false;
  if (context.trials() == 0) {
    throw RunError("the budget allows no lower-level solve; raise it (the keys of [budget])");
  }
  throw RunError(
      fmt::format("all {} candidates diverged; use a smaller lower.learning_rate, set lower.clip_norm, or "
                  "lower the upper bounds of the hyperparameters",
                  context.trials()));
}

// At its low bound, its high bound, or neither; where a bound is an answer, never.
enum class Bound { kNone, kLow, kHigh };
Bound bound_of(const Dimension& dimension, double lambda) {
  if (dimension.transform == "sigmoid") return Bound::kNone;  // a weight of nearly 0 or 1 is an answer
  if (dimension.kind == "dropout" || dimension.kind == "label_smoothing") return Bound::kNone;  // none, too
  const double margin = kBoundMargin * (dimension.high - dimension.low);
  if (lambda - dimension.low <= margin) return Bound::kLow;
  return dimension.high - lambda <= margin ? Bound::kHigh : Bound::kNone;
}

std::string many_at_bounds(int64_t count, int64_t all) {
  return fmt::format(
      "{} of {} hyperparameters ended at a bound; the best values may lie outside: try a wider box", count,
      all);
}

// Of blocks the summary has means: whether they are at a bound says nothing.
void warn_about_bounds_of_blocks(const Space& space, const torch::Tensor& lambda, Summary& summary) {
  const torch::Tensor own = lambda.contiguous();
  const auto* value = own.data_ptr<double>();
  int64_t at_bounds = 0;
  for (size_t d = 0; d < space.dimensions().size(); ++d) {
    for (int64_t k = 0; k < space.counts()[d]; ++k)
      at_bounds += bound_of(space.dimensions()[d], *value++) != Bound::kNone ? 1 : 0;
  }
  if (at_bounds > 0) summary.warnings.push_back(many_at_bounds(at_bounds, space.size()));
}

void warn_about_bounds(Summary& summary) {
  std::vector<std::string> warnings;
  for (size_t k = 0; k < summary.lambda.size(); ++k) {
    const Dimension& dimension = summary.space[k];
    const Bound at = bound_of(dimension, summary.lambda[k]);
    if (at == Bound::kNone) continue;
    const double range = dimension.high - dimension.low;
    const bool at_low = at == Bound::kLow;
    const double bound = at_low ? dimension.low : dimension.high;
    const double wider = at_low ? bound - 0.5 * range : bound + 0.5 * range;
    warnings.push_back(
        fmt::format("λ of '{0}' ended at its {1} bound {2}; the best value may lie outside: try --set "
                    "hyperparameter.{0}.{1}={3}",
                    dimension.name, at_low ? "low" : "high", bound, wider));
  }
  if (warnings.size() > kMostBoundWarnings) {
    warnings = {
        many_at_bounds(static_cast<int64_t>(warnings.size()), static_cast<int64_t>(summary.lambda.size()))};
  }
  for (std::string& warning : warnings) summary.warnings.push_back(std::move(warning));
}

// The method's own certificate, or one of the consistent model; either is checked by separate code.
void add_certificate(MethodContext& context, Summary& summary) {
  if (!summary.certificate) summary.certificate = certify_consistent(context, {});
  if (summary.certificate) summary.certificate->verified = verify_certificate(*summary.certificate);
}

void warn_about_under_solved(const MethodContext& context, Summary& summary) {
  if (!context.problem().is_penalized() || context.space().is_wide()) return;
  for (std::string& warning : under_solved_warnings(context.evaluations())) {
    summary.warnings.push_back(std::move(warning));
  }
}

void warn_about_divergence(Summary& summary) {
  int64_t diverged = 0;
  for (const Iteration& iteration : summary.iterations) diverged += iteration.status == "diverged" ? 1 : 0;
  if (diverged == 0) return;
  summary.warnings.push_back(
      fmt::format("{} of {} candidates diverged and were left out", diverged, summary.iterations.size()));
}

void warn_about_missing_parts(const Problem& problem, Summary& summary) {
  // Folds have scores of examples that no network of theirs has seen.
  if (problem.network() != nullptr && problem.network()->test.empty())
    summary.warnings.emplace_back("the data has no test part, so there are no test scores");
}

// Weights that have seen the validation part look far better on it than they are.
void warn_about_joint(Summary& summary) {
  if (!summary.joint || !summary.consistent) return;
  const double joint = summary.joint->validation_loss;
  if (!(joint < kFarBelow * summary.consistent->validation_loss)) return;
  summary.warnings.push_back(fmt::format(
      "the joint weights have seen the validation data; its {:.2g} is not an estimate (consistent: {:.2g})",
      joint, summary.consistent->validation_loss));
}

std::vector<std::string> streams_of(const Method& method, const Problem& problem) {
  std::vector<std::string> streams = common_seed_streams();
  if (problem.network() != nullptr && problem.network()->level.terms.are_noisy()) {
    streams.emplace_back("train.noise");
  }
  if (problem.folded() != nullptr) streams.emplace_back("report.sample");
  if (problem.folded() != nullptr && !problem.folded()->columns.names.empty())
    streams.emplace_back("importance");
  for (std::string& stream : method.seed_streams()) streams.push_back(std::move(stream));
  return streams;
}

std::string task_of(const Problem& problem) {
  const NetworkProblem* network = problem.folded() != nullptr ? &problem.folded()->whole : problem.network();
  if (network == nullptr) return "";
  return network->level.train.regression() ? "regression" : "classification";
}

Summary begin_summary(const Method& method, const Problem& problem, const TuneOptions& options) {
  Summary summary;
  summary.method = method.name();
  summary.seed = options.seed;
  summary.task = task_of(problem);
  summary.space = problem.space().dimensions();
  summary.parameters = problem.parameters();
  summary.runtime = options.runtime;
  summary.runtime.threads = options.runtime.thread_count();
  summary.version = version();
  summary.seed_streams = streams_of(method, problem);
  if (options.refit.networks > 1) summary.seed_streams.emplace_back("refit");
  if (options.runtime.threads > summary.runtime.threads) {
    summary.warnings.push_back(fmt::format("threads = {}: more than this machine can use; {} are used",
                                           options.runtime.threads, summary.runtime.threads));
  }
  warn_about_missing_parts(problem, summary);
  return summary;
}

void take_result(MethodContext& context, MethodResult found, Result& result) {
  Summary& summary = result.summary;
  summary.termination = found.termination;
  summary.message = std::move(found.message);
  summary.certificate = std::move(found.certificate);
  summary.iterations = std::move(found.iterations);
  summary.trace = std::move(found.trace);
  if (found.joint.empty()) return;
  summary.joint = score_model(context, found.joint_lambda, found.joint);
  result.weights.joint = std::move(found.joint);
}

// What folds give beside the models: the bag, and what is known of rows that networks have not seen.
void take_fold_models(MethodContext& context, Result& result) {
  const torch::Tensor average = take_bag(context, result);
  if (result.summary.termination == Termination::kInterrupted) return;
  describe_predictions(context, average, result);
  measure_importance(context, result);
}

// λ that somebody has enqueued and that the method has not taken itself.
void train_what_waits(MethodContext& context, Summary& summary) {
  if (const auto trained = context.train_enqueued()) {
    for (const Evaluation& evaluation : *trained) {
      summary.iterations.push_back(iteration_of(evaluation, static_cast<int64_t>(summary.iterations.size())));
      summary.iterations.back().kind = kEnqueuedKind;
    }
    if (context.stop_requested()) {
      summary.termination = Termination::kInterrupted;
      summary.message += "; stopped while enqueued candidates were trained";
    }
  }
  if (context.enqueued() > 0) {
    const char* were = context.enqueued() == 1 ? "was" : "were";
    summary.message += fmt::format(", and {} that {} enqueued", context.enqueued(), were);
  }
}

// Pilot and search. False when interrupted on the way.
bool search(Method& method, MethodContext& context, Result& result) {
  Summary& summary = result.summary;
  if (!choose_learning_rate(context, summary)) {
    summary.termination = Termination::kInterrupted;
    summary.message = "stopped in the pilot";
    return false;
  }
  take_result(context, method.run(context), result);
  if (context.told_to_stop() && summary.termination == Termination::kBudget) {
    summary.termination = Termination::kStopped;
    summary.message = fmt::format("stopped as asked, {} candidates trained", context.trials());
  }
  if (summary.termination != Termination::kInterrupted) train_what_waits(context, summary);
  warn_about_divergence(summary);
  return summary.termination != Termination::kInterrupted;
}

}  // namespace

Result tune(Method& method, const Problem& problem, const TuneOptions& options, const Callback& callback,
            Journal* journal) {
  check_network(problem);
  method.validate(problem.space());
  method.check_problem(problem);
  options.lower.validate();
  if (problem.network() != nullptr) check_training({&problem.network()->level, nullptr}, options.lower);
  options.budget.validate();
  check_refit_options(problem, options.refit);
  validate(options.runtime);
  MethodContext context(problem, options, callback, journal);
  Result result{begin_summary(method, problem, options), {}, {}};
  Summary& summary = result.summary;

  const bool searched = search(method, context, result);
  if (take_best(context, summary)) {
    add_certificate(context, summary);
    if (problem.space().is_wide()) {
      result.weights.lambda = context.best()->lambda.squeeze(0);
      warn_about_bounds_of_blocks(problem.space(), result.weights.lambda, summary);
    } else {
      warn_about_bounds(summary);
    }
    warn_about_under_solved(context, summary);
    take_consistent_model(context, result);
    warn_about_joint(summary);
    if (searched) refit_model(context, result);
    if (summary.refit) take_fold_models(context, result);
    if (summary.refit) train_curve_models(context, summary);
  }

  summary.ledger = context.ledger();
  summary.engine = context.engine();
  summary.phases = context.phases();
  summary.seconds = context.seconds();
  summary.peak_rss_mb = peak_rss_mb();
  return result;
}

}  // namespace gbho
