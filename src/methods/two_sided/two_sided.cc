#include "gbho/methods/two_sided.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"
#include "methods/two_sided/regimes.h"

namespace gbho {
namespace {

// Where the regimes change hands (docs/methods/two_sided.md has the measurements).
constexpr int64_t kMostForKriging = 4;
constexpr int64_t kMostForSigns = 50;

}  // namespace

std::string TwoSidedMethod::description() const {
  return "the two-sided value function: hypergradients from f ± εF, first order; the search fits the "
         "dimension";
}

std::vector<Option> TwoSidedMethod::options() {
  TwoSidedOptions& o = options_;
  std::vector<Option> all = {
      {"regime", &o.regime, "auto, kriging (1 to 4 hyperparameters), signs (5 to 50) or single_loop (more)"},
      {"form", &o.form, "linear: ±ε⟨∇F(β*), β⟩, or full: ±εF(β)"},
      {"epsilon", &o.epsilon, "ε"},
      {"extra_epochs", &o.extra_epochs, "epochs of each side beyond the solve; 0: by regime"},
      {"side_rate", &o.side_rate, "learning rate of the sides, as a part of the solve's"},
      {"points", &o.points, "kriging: first sample; 0: by dimension"},
      {"evaluations", &o.evaluations, "kriging: solves in all; 0: by dimension"},
      {"batch", &o.batch, "kriging: points proposed at a time, trained side by side"},
      {"gradients", &o.gradients, "kriging: hypergradients auto (from 3 hyperparameters), never or always"},
      {"gradient_noise", &o.gradient_noise, "kriging: floor of a hypergradient's error"},
      {"steps", &o.steps, "signs: steps after the diagonal"},
      {"first_step", &o.first_step, "signs: first step of every λ"},
      {"grow", &o.grow, "signs: factor of a step while its sign stays"},
      {"shrink", &o.shrink, "signs: factor of a step when its sign changes"}};
  for (Option& option : loop_options(o.loop)) {
    option.help = (option.name == "diagonal" ? "signs, single_loop: " : "single_loop: ") + option.help;
    all.push_back(std::move(option));
  }
  return all;
}

std::string regime_of(const TwoSidedOptions& options, const Space& space) {
  if (options.regime != "auto") return options.regime;
  if (space.size() <= kMostForKriging) return "kriging";
  return space.size() <= kMostForSigns ? "signs" : "single_loop";
}

// The budget ends the signs; the single loop ends by its selection part.
void TwoSidedMethod::fill(const Space& space, int64_t solves) {
  options_.evaluations = std::max<int64_t>(2, solves);
  options_.points = std::min(settle(options_, space).points, options_.evaluations);
  options_.steps = solves;
}

void TwoSidedMethod::validate(const Space& space) const {
  const TwoSidedOptions& o = options_;
  check_choice("two_sided.regime", o.regime, {"auto", "kriging", "signs", "single_loop"});
  check_choice("two_sided.form", o.form, {"linear", "full"});
  check_choice("two_sided.gradients", o.gradients, {"auto", "never", "always"});
  check_number("two_sided.epsilon", o.epsilon, o.epsilon > 0, "positive");
  check_number("two_sided.side_rate", o.side_rate, o.side_rate > 0 && o.side_rate <= 1,
               "above 0 and at most 1");
  check_number("two_sided.gradient_noise", o.gradient_noise, o.gradient_noise >= 0, "zero or positive");
  check_number("two_sided.first_step", o.first_step, o.first_step > 0, "positive");
  check_number("two_sided.grow", o.grow, o.grow >= 1, "at least 1");
  check_number("two_sided.shrink", o.shrink, o.shrink > 0 && o.shrink < 1, "between 0 and 1");
  check_at_least("two_sided.extra_epochs", o.extra_epochs, 0);
  check_at_least("two_sided.points", o.points, 0);
  check_at_least("two_sided.evaluations", o.evaluations, 0);
  check_at_least("two_sided.batch", o.batch, 1);
  check_at_least("two_sided.steps", o.steps, 0);
  check_loop("two_sided", o.loop);
  const TwoSidedOptions settled = settle(o, space);
  if (settled.evaluations < settled.points) {
    throw ConfigError(fmt::format("two_sided.evaluations = {}: must be at least two_sided.points = {}",
                                  settled.evaluations, settled.points));
  }
}

void TwoSidedMethod::check_problem(const Problem& problem) const {
  if (regime_of(options_, problem.space()) == "single_loop") check_selection_part(problem, "two_sided");
}

TwoSidedOptions settle(TwoSidedOptions options, const Space& space) {
  const int64_t n = space.size();
  options.regime = regime_of(options, space);
  if (options.points == 0) options.points = std::min<int64_t>(n == 1 ? 7 : 4 + 4 * n, 40);
  if (options.evaluations == 0)
    options.evaluations = n == 1 ? 13 : n == 2 ? 26 : std::max(options.points, 12 * n);
  if (options.gradients == "auto") options.gradients = n <= 2 ? "never" : "always";
  if (options.extra_epochs == 0) options.extra_epochs = options.regime == "signs" ? 10 : 20;
  return options;
}

std::vector<std::string> TwoSidedMethod::seed_streams() const {
  return {"two_sided.design", "two_sided.proposals"};
}

MethodResult TwoSidedMethod::run(MethodContext& context) {
  const TwoSidedOptions options = settle(options_, context.space());
  context.begin_search();
  MethodResult result = options.regime == "kriging" ? run_kriging(context, options)
                        : options.regime == "signs" ? run_signs(context, options)
                                                    : run_single_loop(context, options);
  result.message = fmt::format("regime {}: {}", options.regime, result.message);
  return result;
}

}  // namespace gbho
