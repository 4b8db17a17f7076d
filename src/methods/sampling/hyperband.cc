#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/random.h"
#include "gbho/surrogate/designs.h"
#include "methods/sampling/hyperband_method.h"
#include "methods/sampling/hyperband_plan.h"
#include "run/check_network.h"
#include "run/eigen_tensors.h"

namespace gbho {
namespace {

constexpr int64_t kMostEpochs = 100000;
constexpr int64_t kMostLoops = 1000;

Iteration trial_record(const Evaluation& evaluation, int64_t index) {
  Iteration record;
  record.index = index;
  record.kind = "trial";
  record.lambda = evaluation.lambda;
  record.f = evaluation.objective;
  record.upper = evaluation.validation_loss;
  record.status = to_string(evaluation.status);
  record.message = evaluation.message;
  return record;
}

// The places of the best `count` usable trials, best first.
std::vector<int64_t> best_trials(const std::vector<Evaluation>& trials, int64_t count) {
  std::vector<int64_t> order;
  for (size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].usable()) order.push_back(static_cast<int64_t>(i));
  }
  const auto better = [&](int64_t a, int64_t b) {
    return trials[static_cast<size_t>(a)].criterion() < trials[static_cast<size_t>(b)].criterion();
  };
  std::stable_sort(order.begin(), order.end(), better);
  order.resize(static_cast<size_t>(std::min<int64_t>(count, static_cast<int64_t>(order.size()))));
  return order;
}

/// Runs brackets and remembers the best trial of all.
class Brackets {
 public:
  enum class Outcome { kDone, kBudget, kInterrupted };

  Brackets(MethodContext& context, const HyperbandOptions& options, std::vector<Iteration>& records)
      : context_(context), options_(options), records_(records) {}

  const std::optional<Evaluation>& best() const { return best_; }

  /// Successive halving: trains, keeps the best, trains these further.
  Outcome run(const Bracket& bracket, torch::Tensor lambda) {
    TrainState state;
    for (size_t i = 0; i < bracket.size() && lambda.size(0) > 0; ++i) {
      const int64_t epochs = bracket[i].epochs - state.epoch;
      const int64_t allowed = std::min(lambda.size(0), context_.trainings_left(epochs));
      if (allowed < 1) return Outcome::kBudget;
      if (!state.weights.empty()) state = slice_members(state, 0, allowed);
      const bool cut = allowed < lambda.size(0);
      lambda = lambda.slice(0, 0, allowed);
      TrainedBatch rung = context_.train_partly(lambda, state, bracket[i].epochs, options_.epochs);
      if (rung.evaluations.empty()) return Outcome::kInterrupted;
      remember(rung.evaluations);
      if (cut) return Outcome::kBudget;
      if (i + 1 == bracket.size()) break;
      const std::vector<int64_t> promoted = best_trials(rung.evaluations, bracket[i + 1].trials);
      state = select_members(rung.state, promoted);
      lambda = lambda.index_select(0, torch::tensor(promoted, torch::kLong));
    }
    return Outcome::kDone;
  }

 private:
  void remember(const std::vector<Evaluation>& trials) {
    for (const Evaluation& trial : trials) {
      records_.push_back(trial_record(trial, static_cast<int64_t>(records_.size())));
      if (!trial.usable()) continue;
      if (!best_ || trial.criterion() < best_->criterion()) best_ = trial;
    }
  }

  MethodContext& context_;
  const HyperbandOptions& options_;
  std::vector<Iteration>& records_;
  std::optional<Evaluation> best_;
};

torch::Tensor random_points(const MethodContext& context, int64_t count, int64_t loop, size_t bracket) {
  const Stream stream = Stream(context.seed(), "hyperband.points").child(fmt::format("{}.{}", loop, bracket));
  return to_tensor(random_design(low_of(context.space()), high_of(context.space()), count, stream));
}

// The lower level, solved to its end at the best trial's λ: what trials are worth is known only then.
bool check_best(MethodContext& context, const Evaluation& best, std::vector<Iteration>& records) {
  context.begin_phase("check", 1);
  const std::vector<Evaluation> checked = context.train(to_row(best.lambda));
  if (checked.empty()) return false;
  context.end_phase();
  std::vector<Iteration> record = iterations_of(checked);
  record[0].index = static_cast<int64_t>(records.size());
  records.push_back(std::move(record[0]));
  return true;
}

}  // namespace

std::unique_ptr<Method> make_hyperband(HyperbandOptions options) {
  return std::make_unique<HyperbandMethod>(options);
}

std::string HyperbandMethod::description() const {
  return "many candidates trained briefly, the best of them further: brackets of successive halving";
}

std::vector<Option> HyperbandMethod::options() {
  return {{"epochs", &options_.epochs,
           "R, the longest training, 0: lower.epochs; whoever is promoted goes on where it stopped",
           between(0, kMostEpochs)},
          {"factor", &options_.factor, "η: one of so many candidates is promoted", at_least(1.5)},
          {"loops", &options_.loops, "times through all brackets, with new candidates each",
           between(1, kMostLoops)}};
}

void HyperbandMethod::settle(const Problem& /*problem*/, const LowerOptions& lower) {
  if (options_.epochs == 0) options_.epochs = lower.epochs;
}

void HyperbandMethod::fill(const Space& /*space*/, int64_t solves) {
  const auto loop = static_cast<double>(loop_cost(hyperband_brackets(options_)).epochs);
  const double loops = static_cast<double>(solves * options_.epochs) / loop;
  options_.loops = std::clamp<int64_t>(static_cast<int64_t>(std::ceil(loops)), 1, kMostLoops);
}

std::string HyperbandMethod::plan() const {
  return bracket_table(options_);
}

void HyperbandMethod::check_problem(const Problem& problem) const {
  check_listed(problem, "hyperband");
}

MethodResult HyperbandMethod::run(MethodContext& context) {
  settle(context.problem(), context.options().lower);
  const std::vector<Bracket> brackets = hyperband_brackets(options_);
  const int64_t planned = loop_cost(brackets).trials * options_.loops;
  MethodResult result;
  Brackets search(context, options_, result.iterations);
  context.begin_search();
  context.begin_phase("search", std::min(planned, context.trainings_left(1)));
  auto outcome = Brackets::Outcome::kDone;
  for (int64_t loop = 0; loop < options_.loops; ++loop) {
    for (size_t b = 0; b < brackets.size() && outcome == Brackets::Outcome::kDone; ++b) {
      outcome = search.run(brackets[b], random_points(context, brackets[b].front().trials, loop, b));
    }
  }
  const auto trials = fmt::format("{} of {} trials", context.trials(), planned);
  if (outcome == Brackets::Outcome::kInterrupted) {
    result.termination = Termination::kInterrupted;
    result.message = "stopped in the search, " + trials;
    return result;
  }
  context.end_phase();
  const bool cut = outcome == Brackets::Outcome::kBudget;
  result.termination = cut ? Termination::kBudget : Termination::kFinished;
  result.message = (cut ? "the budget ended the search, " : "") + trials;
  if (search.best() && !check_best(context, *search.best(), result.iterations)) {
    result.termination = Termination::kInterrupted;
    result.message = "stopped in the solve at the best trial's λ, " + trials;
  }
  return result;
}

}  // namespace gbho
