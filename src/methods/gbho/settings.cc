#include "methods/gbho/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/bilevel/problem.h"
#include "gbho/surrogate/designs.h"
#include "methods/gbho/gbho_method.h"
#include "methods/gradient/gradient_search.h"
#include "run/check_network.h"
#include "run/eigen_tensors.h"

namespace gbho {
namespace {

constexpr int64_t kMostSamples = 2000;

// The paper's t: 10 (1 hp), 5×5 (2 hp), 3⁴ (4 hp).
std::vector<int64_t> grid_by_dimension(int64_t n) {
  if (n == 1) return {10};
  return {n == 2 ? int64_t{5} : int64_t{3}};
}

int64_t sample_count(const GbhoOptions& options, int64_t n) {
  if (options.design != "grid") return options.points.front();
  double total = 1;
  for (int64_t k = 0; k < n; ++k) {
    const size_t entry = options.points.size() == 1 ? 0 : static_cast<size_t>(k);
    total *= static_cast<double>(options.points[entry]);
  }
  return static_cast<int64_t>(std::min(total, 1e9));
}

void check_points(const GbhoOptions& settled, int64_t n) {
  const std::string given = " = " + to_text(OptionValue(settled.points));
  const size_t most = settled.design == "grid" ? static_cast<size_t>(n) : 1;
  if (settled.points.size() != 1 && settled.points.size() != most) {
    throw ConfigError("gbho.points",
                      fmt::format("{}: give one number{}", given,
                                  most > 1 ? fmt::format(", or one for each of the {} hyperparameters", n)
                                           : std::string(": the size of the sample")));
  }
  const int64_t total = sample_count(settled, n);
  if (total > kMostSamples) {
    throw ConfigError("gbho.points",
                      fmt::format("{}: {} samples; at most {}: use fewer, or design = \"latin\"", given,
                                  total, kMostSamples));
  }
}

}  // namespace

GbhoOptions internal::settle(GbhoOptions options, const Space& space) {
  const int64_t n = space.size();
  if (options.design == "auto") {
    const bool grid = n <= 2 || options.points.size() > 1 || (options.points.empty() && n <= 4);
    options.design = grid ? "grid" : "latin";
  }
  if (options.points.empty()) {
    options.points = options.design == "grid" ? grid_by_dimension(n) : std::vector<int64_t>{10 * n};
  }
  // The paper's 40 to 80 steps over all examples (1 hp), or 300 to 500 over batches. Rates were measured
  // (docs/methods/gbho.md): λ must move slowly beside β, or the pair runs to the degenerate corner.
  if (options.inner_steps == 0) options.inner_steps = n == 1 ? 60 : 400;
  if (options.inner_batch < 0) options.inner_batch = n == 1 ? 0 : 64;
  const bool all = options.inner_batch == 0;
  if (options.inner_learning_rate == 0) options.inner_learning_rate = all ? 0.5 : 0.1;
  if (options.inner_lambda_rate == 0) options.inner_lambda_rate = all ? 0.001 : 0.0002;
  if (options.freeze_lambda) options.inner_lambda_rate = 0;
  return options;
}

torch::Tensor internal::design_points(const GbhoOptions& options, const Space& space, uint64_t seed) {
  const Eigen::VectorXd low = low_of(space);
  const Eigen::VectorXd high = high_of(space);
  const Stream stream(seed, "gbho.design");
  const int64_t count = options.points.front();
  if (options.design == "grid") {
    std::vector<int64_t> points = options.points;
    points.resize(static_cast<size_t>(space.size()), points.front());
    return to_tensor(grid_design(low, high, points));
  }
  if (options.design == "sobol") return to_tensor(sobol_design(low, high, count, stream));
  if (options.design == "random") return to_tensor(random_design(low, high, count, stream));
  return to_tensor(latin_hypercube(low, high, count, stream));
}

KrigingOptions internal::kriging_options(const GbhoOptions& options, uint64_t seed) {
  KrigingOptions kriging;
  kriging.correlation = options.correlation == "matern52" ? Correlation::kMatern52 : Correlation::kRbf;
  kriging.seed = seed;
  return kriging;
}

std::unique_ptr<Method> make_gbho(GbhoOptions options) {
  return std::make_unique<GbhoMethod>(std::move(options));
}

GbhoOptions gbho_options(const OptionValues& values, const Space& space) {
  GbhoMethod method;
  const auto preset = values.find("preset");
  if (preset != values.end()) method.apply_preset(std::get<std::string>(preset->second));
  set_options(method.name(), method.options(), values);
  method.validate(space);
  return method.settings();
}

std::string GbhoMethod::description() const {
  return "kriging of the lower level's optimal value function, then an augmented Lagrangian in λ and weights";
}

std::vector<Option> GbhoMethod::options() {
  GbhoOptions& o = options_;
  return {
      {"preset", &o.preset, "paper: the paper's experiment; options beside it win",
       one_of({"none", "paper"})},
      {"design", &o.design,
       "initial sample; latin: a Latin hypercube; auto: grid up to 4 hyperparameters, then latin",
       one_of({"auto", "grid", "latin", "sobol", "random"})},
      {"points", &o.points, "samples: per dimension for a grid, in all for the others; empty: by dimension",
       at_least(1)},
      {"iterations", &o.iterations, "N, the most iterations of the augmented Lagrangian", between(1, 1000)},
      {"rho", &o.rho, "ρ⁰, the first penalty factor", above(0)},
      {"mu", &o.mu, "μ⁰, the first multiplier"},
      {"eta", &o.eta, "factor by which ρ grows", at_least(1)},
      {"z", &o.z, "standard errors between φ̂ and the constraint", at_least(0)},
      {"delta", &o.delta, "δ of C1: ŝ ≤ δ", above(0)},
      {"epsilon", &o.epsilon, "ε of C2: |φ̂ − f| ≤ ε", above(0)},
      {"lagrangian", &o.lagrangian, "inequality: Powell, Hestenes, Rockafellar; equality: the paper's",
       one_of({"inequality", "equality"})},
      {"mu_max", &o.mu_max, "inequality: the largest multiplier", above(0)},
      {"one_shot", &o.one_shot, "the predecessor: φ̂ is fitted once and not refined"},
      {"envelope_gradients", &o.envelope_gradients, "fit φ̂ to the gradients of φ too"},
      {"certain_bound", &o.certain_bound, "repair under-solved samples by the certain bound, and cap φ̂ + zŝ"},
      {"correlation", &o.correlation, "of the kriging model", one_of({"rbf", "matern52"})},
      {"inner_steps", &o.inner_steps, "gradient steps in λ and weights per iteration; 0: by dimension",
       between(0, 1e6)},
      {"inner_batch", &o.inner_batch, "examples a step; 0: all; -1: by dimension", at_least(-1)},
      {"inner_learning_rate", &o.inner_learning_rate, "step length of the weights; 0: by batch", at_least(0)},
      {"inner_lambda_rate", &o.inner_lambda_rate, "step length of λ; 0: by batch", at_least(0)},
      {"inner_momentum", &o.inner_momentum, "momentum of both", at_least(0).below(1)},
      {"inner_clip_norm", &o.inner_clip_norm, "largest gradient norm of a tensor; 0: no clipping",
       at_least(0)},
      {"plain", &o.plain, "gradient steps of the paper: no implicit pull, no scaling, no cosine, no box"},
      {"freeze_lambda", &o.freeze_lambda, "iterations move the weights alone, at the best sample's λ"}};
}

void GbhoMethod::apply_preset(const std::string& preset) {
  check_choice("gbho.preset", preset, {"none", "paper"});
  if (preset == "none") return;
  options_ = GbhoOptions();
  options_.preset = preset;
  options_.design = "grid";
  options_.lagrangian = "equality";
  options_.envelope_gradients = false;
  options_.certain_bound = false;
}

void GbhoMethod::settle(const Problem& problem, const LowerOptions& /*lower*/) {
  options_ = gbho::settle(options_, problem.space());
}

// The rest of the solves is for the iterations: one each, and its steps in (λ, β).
void GbhoMethod::fill(const Space& /*space*/, int64_t solves) {
  const int64_t design = solves - 3 * options_.iterations;
  options_.design = "latin";
  options_.points = {std::max({int64_t{2}, 2 * solves / 3, design})};
}

void GbhoMethod::check(const Space& space) const {
  const GbhoOptions& o = options_;
  check_number("gbho.mu", o.mu, o.lagrangian == "equality" || o.mu >= 0, "at least 0 for an inequality");
  check_points(gbho::settle(o, space), space.size());
}

void GbhoMethod::check_problem(const Problem& problem) const {
  check_listed(problem, "gbho");
  check_lambda_gradients(problem, "gbho");
}

std::vector<std::string> GbhoMethod::seed_streams() const {
  return {"gbho.design", "gbho.batches"};
}

}  // namespace gbho
