#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "methods/sampling/tpe_method.h"
#include "surrogate/parzen.h"

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int64_t kMostTpeTrials = 100000;
constexpr int64_t kMostGood = 25;
constexpr Index kNewest = 25;  // trials of full weight; older ones count less

struct GoodAndBad {
  std::vector<Index> good;  ///< rows, oldest first
  std::vector<Index> bad;
};

GoodAndBad split(const VectorXd& value, double gamma) {
  std::vector<Index> order(static_cast<size_t>(value.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return value[a] < value[b]; });
  const auto part = static_cast<int64_t>(std::ceil(gamma * static_cast<double>(value.size())));
  const auto good = std::min({part, kMostGood, static_cast<int64_t>(value.size())});
  GoodAndBad result{{order.begin(), order.begin() + good}, {order.begin() + good, order.end()}};
  std::sort(result.good.begin(), result.good.end());
  std::sort(result.bad.begin(), result.bad.end());
  return result;
}

// 1 for the newest; a ramp from 1/m up to 1 for the rest.
VectorXd recency_weights(Index m) {
  VectorXd weights = VectorXd::Ones(m);
  const Index old = m - kNewest;
  if (old == 1) weights[0] = 1 / static_cast<double>(m);
  if (old > 1) weights.head(old) = VectorXd::LinSpaced(old, 1 / static_cast<double>(m), 1);
  return weights;
}

struct Densities {
  ParzenDensity good;  ///< l
  ParzenDensity bad;   ///< g
};

Densities densities(const MatrixXd& u, const GoodAndBad& rows) {
  const auto density = [&](const std::vector<Index>& own) {
    const auto m = static_cast<Index>(own.size());
    return ParzenDensity(u(own, Eigen::all), recency_weights(m));
  };
  return {density(rows.good), density(rows.bad)};
}

VectorXd most_promising(const Densities& densities, int64_t candidates, Stream& stream) {
  VectorXd best;
  double best_ratio = -std::numeric_limits<double>::infinity();
  for (int64_t i = 0; i < candidates; ++i) {
    VectorXd u = densities.good.draw(stream);
    const double ratio = densities.good.log_density(u) - densities.bad.log_density(u);
    if (ratio <= best_ratio) continue;
    best_ratio = ratio;
    best = std::move(u);
  }
  return best;
}

}  // namespace

std::unique_ptr<Method> make_tpe(TpeOptions options) {
  return std::make_unique<TpeMethod>(options);
}

std::string TpeMethod::description() const {
  return "tree-structured Parzen estimator: draws near the good points and away from the others";
}

std::vector<Option> TpeMethod::options() {
  TpeOptions& o = options_;
  return {
      {"trials", &o.trials, "candidates in all; 0: 30 for each hyperparameter, at least 60, at most 300",
       between(0, kMostTpeTrials)},
      {"startup", &o.startup, "of these, first and at random", between(1, kMostTpeTrials)},
      {"candidates", &o.candidates, "draws from the density of good points, of which the best is trained",
       between(1, 1e6)},
      {"gamma", &o.gamma, "part of the trials that counts as good, 25 trials at most", above(0).below(1)},
      {"multivariate", &o.multivariate,
       "one density of all hyperparameters together; false: one of each, which are drawn from separately"},
      {"batch", &o.batch, "points proposed at a time, trained side by side", between(1, kMostTpeTrials)}};
}

void TpeMethod::settle(const Problem& problem, const LowerOptions& /*lower*/) {
  const Schedule settled = schedule(problem.space());
  options_.trials = settled.trials;
}

void TpeMethod::fill(const Space& /*space*/, int64_t solves) {
  options_.trials = std::clamp<int64_t>(solves, 1, kMostTpeTrials);
}

SequentialMethod::Schedule TpeMethod::schedule(const Space& space) const {
  const int64_t trials =
      options_.trials > 0 ? options_.trials : std::clamp<int64_t>(30 * space.size(), 60, 300);
  return {trials, options_.startup, options_.batch};
}

VectorXd TpeMethod::best_draw(const Trials& seen, Stream stream) const {
  const GoodAndBad rows = split(seen.value, options_.gamma);
  if (options_.multivariate) {
    return most_promising(densities(seen.u, rows), options_.candidates, stream);
  }
  VectorXd u(seen.u.cols());
  for (Index k = 0; k < u.size(); ++k) {
    const Densities own = densities(seen.u.col(k), rows);
    u[k] = most_promising(own, options_.candidates, stream)[0];
  }
  return u;
}

MatrixXd TpeMethod::propose(const Trials& seen, int64_t count, const Stream& stream) {
  MatrixXd proposals(count, seen.u.cols());
  Trials told = seen;
  for (Index i = 0; i < count; ++i) {
    const VectorXd next = best_draw(told, stream.child(std::to_string(i)));
    proposals.row(i) = next.transpose();
    // Constant liar: what is being trained counts as bad, so that the others of this batch go elsewhere.
    told.add(next, std::numeric_limits<double>::infinity());
  }
  return proposals;
}

}  // namespace gbho
