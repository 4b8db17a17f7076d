#include <fmt/format.h>

#include <algorithm>

#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/loop_table.h"
#include "methods/two_sided/regimes.h"
#include "methods/two_sided/two_sided_method.h"
#include "run/check_network.h"

namespace gbho {
namespace {

// Where the regimes change hands (docs/methods/two_sided.md has the measurements).
constexpr int64_t kMostForKriging = 4;
constexpr int64_t kMostForSigns = 50;
constexpr double kMostKrigingTrials = 10000;

}  // namespace

std::unique_ptr<Method> make_two_sided(TwoSidedOptions options) {
  return std::make_unique<TwoSidedMethod>(std::move(options));
}

TwoSidedOptions two_sided_options(const OptionValues& values, const Space& space) {
  TwoSidedMethod method;
  set_options(method.name(), method.options(), values);
  method.validate(space);
  return method.settings();
}

std::string TwoSidedMethod::description() const {
  return "the two-sided value function: hypergradients from f ± εF, first order; the search fits the "
         "dimension";
}

std::vector<Option> TwoSidedMethod::options() {
  TwoSidedOptions& o = options_;
  std::vector<Option> all = {
      {"regime", &o.regime,
       "auto: kriging for 1 to 4 hyperparameters, signs for 5 to 50, single_loop for more",
       one_of({"auto", "kriging", "signs", "single_loop"})},
      {"form", &o.form, "linear: ±ε⟨∇F(β*), β⟩, or full: ±εF(β)", one_of({"linear", "full"})},
      {"epsilon", &o.epsilon, "ε", above(0)},
      {"extra_epochs", &o.extra_epochs, "epochs of each side beyond the solve; 0: by regime",
       between(0, 1e6)},
      {"side_rate", &o.side_rate, "learning rate of the sides, as a part of the solve's",
       above(0).at_most(1)},
      {"points", &o.points, "kriging: first sample; 0: by dimension", between(0, kMostKrigingTrials)},
      {"evaluations", &o.evaluations, "kriging: solves in all; 0: by dimension",
       between(0, kMostKrigingTrials)},
      {"batch", &o.batch, "kriging: points proposed at a time, trained side by side",
       between(1, kMostKrigingTrials)},
      {"gradients", &o.gradients, "kriging: whether hypergradients are used; auto: from 3 hyperparameters on",
       one_of({"auto", "never", "always"})},
      {"gradient_noise", &o.gradient_noise, "kriging: floor of a hypergradient's error", at_least(0)},
      {"steps", &o.steps, "signs: steps after the diagonal", between(0, 1e6)},
      {"first_step", &o.first_step, "signs: first step of every λ", above(0)},
      {"grow", &o.grow, "signs: factor of a step while its sign stays", at_least(1)},
      {"shrink", &o.shrink, "signs: factor of a step when its sign changes", above(0).below(1)}};
  for (Option& option : loop_options(o.loop)) {
    option.help = (option.name == "diagonal" ? "signs, single_loop: " : "single_loop: ") + option.help;
    all.push_back(std::move(option));
  }
  return all;
}

std::string internal::regime_of(const TwoSidedOptions& options, const Space& space) {
  if (options.regime != "auto") return options.regime;
  if (space.size() <= kMostForKriging) return "kriging";
  return space.size() <= kMostForSigns ? "signs" : "single_loop";
}

void TwoSidedMethod::settle(const Problem& problem, const LowerOptions& /*lower*/) {
  options_ = gbho::settle(options_, problem.space());
}

// The budget ends the signs; the single loop ends by its selection part.
void TwoSidedMethod::fill(const Space& space, int64_t solves) {
  options_.evaluations = std::max<int64_t>(2, solves);
  options_.points = std::min(gbho::settle(options_, space).points, options_.evaluations);
  options_.steps = solves;
}

void TwoSidedMethod::check(const Space& space) const {
  const TwoSidedOptions settled = gbho::settle(options_, space);
  if (settled.evaluations < settled.points) {
    throw ConfigError("two_sided.evaluations", fmt::format(" = {}: must be at least two_sided.points = {}",
                                                           settled.evaluations, settled.points));
  }
}

void TwoSidedMethod::check_problem(const Problem& problem) const {
  check_lambda_gradients(problem, "two_sided");
  if (regime_of(options_, problem.space()) == "single_loop") {
    check_selection_part(problem, "two_sided");
  } else {
    check_listed(problem, "two_sided");
  }
}

TwoSidedOptions internal::settle(TwoSidedOptions options, const Space& space) {
  const int64_t n = space.size();
  options.regime = regime_of(options, space);
  if (options.points == 0) options.points = std::min<int64_t>(n == 1 ? 7 : 4 + 4 * n, 40);
  const auto most = static_cast<int64_t>(kMostKrigingTrials);  // whatever the regime: the option is checked
  if (options.evaluations == 0)
    options.evaluations = n == 1 ? 13 : n == 2 ? 26 : std::min(most, std::max(options.points, 12 * n));
  if (options.gradients == "auto") options.gradients = n <= 2 ? "never" : "always";
  if (options.extra_epochs == 0) options.extra_epochs = options.regime == "signs" ? 10 : 20;
  return options;
}

std::vector<std::string> TwoSidedMethod::seed_streams() const {
  return {"two_sided.design", "two_sided.proposals"};
}

MethodResult TwoSidedMethod::run(MethodContext& context) {
  const TwoSidedOptions options = gbho::settle(options_, context.space());
  context.begin_search();
  MethodResult result = options.regime == "kriging" ? run_kriging(context, options)
                        : options.regime == "signs" ? run_signs(context, options)
                                                    : run_single_loop(context, options);
  result.message = fmt::format("regime {}: {}", options.regime, result.message);
  return result;
}

}  // namespace gbho
