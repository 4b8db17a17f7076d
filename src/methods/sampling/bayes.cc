#include <algorithm>
#include <cmath>
#include <limits>

#include "gbho/base/error.h"
#include "gbho/surrogate/acquisition.h"
#include "gbho/surrogate/designs.h"
#include "methods/sampling/bayes_method.h"

// Everything in the unit box. y = log F (F itself when some F ≤ 0); φ̂ and ŝ: the model's mean and error of y.

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int64_t kMostBayesTrials = 1000;  // a fit takes t³ operations, many times over
// A proposal keeps this part of the box's width from the points that are there.
constexpr double kNearestProposal = 1e-5;
// The likelihood is searched anew after t²/800 further points: at every one of the first 40, and the more
// rarely the more a search costs and the less it changes.
constexpr int64_t kSearchSpacing = 800;
// Of the box. A length scale far beyond it says that a dimension does not matter; a few noisy points may say
// so by chance, and the search would never look again.
constexpr double kLongest = 2;
constexpr int kFirstRestarts = 5;
constexpr int kLaterRestarts = 1;

// What is to be beaten: the model's value at the best sample point, which noise does not lower.
double lowest_mean(const Kriging& model) {
  double lowest = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < model.size(); ++i) {
    lowest = std::min(lowest, model.predict(model.sample().x.row(i), false).mean);
  }
  return lowest;
}

// `last`: what there is to learn is of no use any more, so the bottom of the model it is.
BoxFunction promise_of(const BayesOptions& options, const Kriging& model, bool last) {
  if (options.acquisition == "lcb" || last) {
    return [&model, kappa = last ? 0 : options.kappa](const VectorXd& u, VectorXd* gradient) {
      const double bound = lower_confidence_bound(model.predict(u, gradient != nullptr), kappa, gradient);
      if (gradient != nullptr) *gradient = -*gradient;
      return -bound;
    };
  }
  const double best = lowest_mean(model);
  if (options.acquisition == "ei") {
    return [&model, best](const VectorXd& u, VectorXd* gradient) {
      return expected_improvement(model.predict(u, gradient != nullptr), best, gradient);
    };
  }
  return [&model, best](const VectorXd& u, VectorXd* gradient) {
    return log_expected_improvement(model.predict(u, gradient != nullptr), best, gradient);
  };
}

}  // namespace

std::unique_ptr<Method> make_bayes(BayesOptions options) {
  return std::make_unique<BayesMethod>(std::move(options));
}

std::string BayesMethod::description() const {
  return "Gaussian-process search: trains where a kriging model of log F promises most";
}

std::vector<Option> BayesMethod::options() {
  BayesOptions& o = options_;
  return {
      {"trials", &o.trials, "candidates in all; 0: 30 for each hyperparameter, at most 150",
       between(0, kMostBayesTrials).hint("beyond that, tpe is as good and faster")},
      {"initial", &o.initial, "of these, first and at random; 0: 3 for each hyperparameter",
       between(0, kMostBayesTrials)},
      {"acquisition", &o.acquisition,
       "what a point promises: mean − κ·error, expected improvement, or its logarithm",
       one_of({"lcb", "ei", "log_ei"})},
      {"kappa", &o.kappa, "κ of lcb: more explores more", at_least(0)},
      {"exploit", &o.exploit, "last part of the trials, which goes to the lowest mean of the model",
       between(0, 1)},
      {"batch", &o.batch, "points proposed at a time, trained side by side", between(1, kMostBayesTrials)},
      {"log_values", &o.log_values, "model log F, where all F > 0"},
      {"correlation", &o.correlation, "of the model", one_of({"matern52", "rbf"})}};
}

void BayesMethod::settle(const Problem& problem, const LowerOptions& /*lower*/) {
  const Schedule settled = schedule(problem.space());
  options_.trials = settled.trials;
  options_.initial = settled.initial;
}

void BayesMethod::fill(const Space& /*space*/, int64_t solves) {
  options_.trials = std::clamp<int64_t>(solves, 1, kMostBayesTrials);
}

SequentialMethod::Schedule BayesMethod::schedule(const Space& space) const {
  const int64_t n = space.size();
  return {options_.trials > 0 ? options_.trials : std::min<int64_t>(30 * n, 150),
          options_.initial > 0 ? options_.initial : 3 * n, options_.batch};
}

void BayesMethod::forget() {
  parameters_.reset();
  next_search_ = 0;
}

// A search of the likelihood costs far more than a fit with given length scales, which hardly move any more
// once there are many points.
Kriging BayesMethod::fitted(const Trials& seen) {
  const Index n = seen.u.cols();
  KrigingOptions options;
  options.correlation = options_.correlation == "rbf" ? Correlation::kRbf : Correlation::kMatern52;
  options.max_length = kLongest;
  options.restarts = parameters_ ? kLaterRestarts : kFirstRestarts;
  options.seed = static_cast<uint64_t>(seen.size());
  Kriging model(VectorXd::Zero(n), VectorXd::Ones(n), options);
  KrigingSample sample{seen.u, seen.targets(options_.log_values), {}};
  if (parameters_) {
    model.fit_fixed(std::move(sample), *parameters_);
    if (seen.size() >= next_search_) model.refit();
  } else {
    model.fit(std::move(sample));
  }
  if (seen.size() >= next_search_) {
    next_search_ = seen.size() + std::max<int64_t>(1, seen.size() * seen.size() / kSearchSpacing);
  }
  parameters_ = model.parameters();
  return model;
}

bool BayesMethod::is_last(int64_t trial) const {
  const auto trials = static_cast<double>(planned());
  return static_cast<double>(trial) >= trials - std::round(options_.exploit * trials);
}

MatrixXd BayesMethod::propose(const Trials& seen, int64_t count, const Stream& stream) {
  const Index n = seen.u.cols();
  const VectorXd zero = VectorXd::Zero(n);
  const VectorXd one = VectorXd::Ones(n);
  MatrixXd proposals = random_design(zero, one, count, stream.child("instead"));
  MatrixXd points = seen.u;
  // A small box has few places to look at.
  const MaximizeOptions search{.candidates = std::min<int64_t>(128 * n, 512),
                               .starts = std::min<int64_t>(2 * n, 8),
                               .min_distance = kNearestProposal};
  try {
    Kriging model = fitted(seen);
    for (Index i = 0; i < count; ++i) {
      const bool last = is_last(seen.size() + i);
      const VectorXd next = maximize(promise_of(options_, model, last), zero, one, points,
                                     stream.child(std::to_string(i)), search);
      proposals.row(i) = next;
      points.conservativeResize(points.rows() + 1, Eigen::NoChange);
      points.row(points.rows() - 1) = next;
      // Kriging believer: the others of this batch take the model's word for this one.
      if (i + 1 < count) model.add(next, model.predict(next, false).mean);
    }
  } catch (const Error&) {
    forget();  // no model, no search: random points may give one next time
  }
  return proposals;
}

}  // namespace gbho
