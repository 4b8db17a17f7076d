#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gbho/surrogate/acquisition.h"
#include "gbho/surrogate/designs.h"
#include "methods/sampling/smac_method.h"
#include "surrogate/random_forest.h"

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int64_t kMostSmacTrials = 10000;
constexpr Index kLocalStarts = 10;  // the best trials, from which a local search sets out
constexpr int kNeighbours = 4;      // per dimension and step of it
constexpr int kLocalSteps = 50;
constexpr double kWidestStep = 0.2;       // of the box; steps are drawn from here …
constexpr double kNarrowestStep = 0.002;  // … down to here, evenly on a logarithmic scale

struct Place {
  VectorXd u;
  double promise = -std::numeric_limits<double>::infinity();
};

double median(VectorXd values) {
  double* middle = values.data() + values.size() / 2;
  std::nth_element(values.data(), middle, values.data() + values.size());
  return *middle;
}

class ForestSearch {
 public:
  ForestSearch(const Trials& seen, const SmacOptions& options, const Stream& stream)
      : u_(seen.u),
        y_(seen.targets(true)),
        options_(options),
        forest_(u_, y_, stream.child("forest"), {.trees = options.trees}),
        stream_(stream.child("candidates")) {}

  VectorXd best() {
    Place best;
    const VectorXd zero = VectorXd::Zero(u_.cols());
    const MatrixXd candidates =
        random_design(zero, VectorXd::Ones(u_.cols()), options_.candidates, stream_.child("random"));
    for (Index i = 0; i < candidates.rows(); ++i) take_better(best, at(candidates.row(i)));
    take_better(best, climbed(best));
    for (const Index row : best_trials()) take_better(best, climbed(at(u_.row(row))));
    return best.u;
  }

 private:
  static void take_better(Place& best, const Place& other) {
    if (other.promise > best.promise || best.u.size() == 0) best = other;
  }

  Place at(const VectorXd& u) const {
    const ForestPrediction forecast = forest_.predict(u);
    Prediction prediction;
    prediction.mean = forecast.mean;
    prediction.error = std::sqrt(forecast.variance);
    return {u, log_expected_improvement(prediction, y_.minCoeff())};
  }

  std::vector<Index> best_trials() const {
    std::vector<Index> order(static_cast<size_t>(y_.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return y_[a] < y_[b]; });
    order.resize(std::min<size_t>(order.size(), kLocalStarts));
    return order;
  }

  // One coordinate at a time; a forest is constant by pieces, so steps have many lengths.
  VectorXd neighbour(VectorXd u, Index k) {
    const double length = kWidestStep * std::pow(kNarrowestStep / kWidestStep, stream_.uniform());
    u[k] = std::clamp(u[k] + length * stream_.normal(), 0.0, 1.0);
    return u;
  }

  Place climbed(Place start) {
    // The start is a trial, or was a candidate itself: only its neighbours may win.
    Place best = start;
    for (int step = 0; step < kLocalSteps; ++step) {
      Place next;
      for (Index k = 0; k < u_.cols(); ++k) {
        for (int i = 0; i < kNeighbours; ++i) take_better(next, at(neighbour(best.u, k)));
      }
      if (step > 0 && next.promise <= best.promise) break;
      best = std::move(next);
    }
    return best;
  }

  const MatrixXd& u_;
  VectorXd y_;
  const SmacOptions& options_;
  RandomForest forest_;
  Stream stream_;
};

}  // namespace

std::unique_ptr<Method> make_smac(SmacOptions options) {
  return std::make_unique<SmacMethod>(options);
}

std::string SmacMethod::description() const {
  return "search with a random forest of log F: expected improvement, now and then a random point";
}

std::vector<Option> SmacMethod::options() {
  SmacOptions& o = options_;
  return {
      {"trials", &o.trials, "candidates in all; 0: 30 for each hyperparameter, at least 60, at most 300",
       between(0, kMostSmacTrials)},
      {"initial", &o.initial, "of these, first and at random; 0: 3 for each hyperparameter, at least 5",
       between(0, kMostSmacTrials)},
      {"trees", &o.trees, "trees of the forest", between(2, 10000)},
      {"candidates", &o.candidates, "random points at which the forest is asked, before the local search",
       between(1, 1e6)},
      {"random_every", &o.random_every, "every so many proposals one is random; 0: none", at_least(0)},
      {"batch", &o.batch, "points proposed at a time, trained side by side", between(1, kMostSmacTrials)}};
}

void SmacMethod::settle(const Problem& problem, const LowerOptions& /*lower*/) {
  const Schedule settled = schedule(problem.space());
  options_.trials = settled.trials;
  options_.initial = settled.initial;
}

void SmacMethod::fill(const Space& /*space*/, int64_t solves) {
  options_.trials = std::clamp<int64_t>(solves, 1, kMostSmacTrials);
}

SequentialMethod::Schedule SmacMethod::schedule(const Space& space) const {
  const int64_t n = space.size();
  return {options_.trials > 0 ? options_.trials : std::clamp<int64_t>(30 * n, 60, 300),
          options_.initial > 0 ? options_.initial : std::max<int64_t>(5, 3 * n), options_.batch};
}

MatrixXd SmacMethod::propose(const Trials& seen, int64_t count, const Stream& stream) {
  const Index n = seen.u.cols();
  MatrixXd proposals = random_design(VectorXd::Zero(n), VectorXd::Ones(n), count, stream.child("random"));
  Trials told = seen;
  const double lie = median(seen.targets(false));
  for (Index i = 0; i < count; ++i) {
    const bool random = options_.random_every > 0 && (told.size() + 1) % options_.random_every == 0;
    if (!random) proposals.row(i) = ForestSearch(told, options_, stream.child(std::to_string(i))).best();
    // Constant liar: a middling value where something is being trained sends the others of this batch
    // elsewhere.
    told.add(proposals.row(i), lie);
  }
  return proposals;
}

}  // namespace gbho
