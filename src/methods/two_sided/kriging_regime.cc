#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "gbho/base/error.h"
#include "gbho/surrogate/acquisition.h"
#include "gbho/surrogate/designs.h"
#include "gbho/surrogate/kriging.h"
#include "methods/gradient/gradient_search.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"
#include "run/eigen_tensors.h"

// Symbols: y = log F (F itself when some F ≤ 0), ∂y/∂λ = (dF/dλ)/F; the next point maximizes log EI.

namespace gbho::inline internal {
namespace {

// A proposal keeps this part of the box's width from the points that are there.
constexpr double kNearest = 0.005;

/// A trained candidate and, where they are used, its hypergradient.
struct Sighting {
  Evaluation evaluation;
  Eigen::VectorXd slope;  ///< dF/dλ; empty: none, or rejected
};

class Search {
 public:
  Search(MethodContext& context, const TwoSidedOptions& options)
      : context_(context),
        options_(options),
        low_(low_of(context.space())),
        high_(high_of(context.space())),
        with_slopes_(options.gradients == "always") {}

  int64_t size() const { return static_cast<int64_t>(sightings_.size()); }
  /// Of a solve: what its two sides cost.
  double extra() const {
    const auto epochs = static_cast<double>(std::max<int64_t>(1, context_.options().lower.epochs));
    return with_slopes_ ? 2 * static_cast<double>(options_.extra_epochs) / epochs : 0;
  }

  /// Trains the points. False when interrupted.
  bool observe(const torch::Tensor& lambda) {
    if (!with_slopes_) return observe_values(lambda);
    const TrainedBatch batch = context_.train_with_state(lambda);
    if (batch.evaluations.empty()) return false;
    const Hypergradient found = two_sided_hypergradient(context_, options_, lambda, batch.state);
    if (found.interrupted) return false;
    for (size_t i = 0; i < batch.evaluations.size(); ++i) {
      const Evaluation& evaluation = batch.evaluations[i];
      Eigen::VectorXd slope;
      if (found.good[i]) slope = to_eigen(found.gradient[static_cast<int64_t>(i)]);
      if (evaluation.usable()) sightings_.push_back({evaluation, slope});
    }
    return true;
  }

  /// The next points [k, n]; `last` asks for the bottom of the model instead of expected improvement.
  torch::Tensor propose(int64_t count, bool last) {
    Kriging model = fitted();
    Eigen::MatrixXd points = model.sample().x;
    Eigen::MatrixXd proposals(count, low_.size());
    double best = model.sample().y.minCoeff();
    for (int64_t i = 0; i < count; ++i) {
      const bool bottom = last && i == 0;
      const Eigen::VectorXd next = maximize(
          [&](const Eigen::VectorXd& x, Eigen::VectorXd* gradient) {
            const Prediction prediction = model.predict(x);
            if (!bottom) return log_expected_improvement(prediction, best, gradient);
            if (gradient != nullptr) *gradient = -prediction.mean_gradient;
            return -prediction.mean;
          },
          low_, high_, points, Stream(context_.seed(), "two_sided.proposals").child(std::to_string(asked_++)),
          {.min_distance = kNearest});
      proposals.row(i) = next;
      points.conservativeResize(points.rows() + 1, Eigen::NoChange);
      points.row(points.rows() - 1) = next;
      // Kriging believer: the others of this batch take the model's word for this one.
      if (i + 1 < count) believe(model, next);
    }
    return to_tensor(proposals);
  }

 private:
  bool observe_values(const torch::Tensor& lambda) {
    const std::vector<Evaluation> evaluations = context_.train(lambda);
    for (const Evaluation& evaluation : evaluations) {
      if (evaluation.usable()) sightings_.push_back({evaluation, {}});
    }
    return !evaluations.empty() && !context_.stop_requested();
  }

  bool logarithmic() const {
    return std::all_of(sightings_.begin(), sightings_.end(),
                       [](const Sighting& s) { return s.evaluation.validation_loss > 0; });
  }

  static void believe(Kriging& model, const Eigen::VectorXd& x) {
    const Prediction prediction = model.predict(x);
    const bool slopes = model.sample().gradients.size() > 0;
    model.add(x, prediction.mean, slopes ? prediction.mean_gradient : Eigen::VectorXd());
  }

  Kriging fitted() const {
    const bool log = logarithmic();
    // Points whose sides contradicted each other have no slope: they are left out, unless that leaves too
    // few.
    std::vector<Sighting> used;
    std::copy_if(sightings_.begin(), sightings_.end(), std::back_inserter(used),
                 [](const Sighting& s) { return s.slope.size() > 0; });
    const bool slopes = 2 * used.size() > sightings_.size();
    if (!slopes) used = sightings_;
    const auto t = static_cast<Eigen::Index>(used.size());
    KrigingSample sample{Eigen::MatrixXd(t, low_.size()), Eigen::VectorXd(t), {}};
    if (slopes) sample.gradients.resize(t, low_.size());
    double least = INFINITY;
    for (Eigen::Index i = 0; i < t; ++i) {
      const Sighting& sighting = used[static_cast<size_t>(i)];
      const double upper = sighting.evaluation.validation_loss;
      least = std::min(least, upper);
      sample.x.row(i) = to_eigen(sighting.evaluation.lambda);
      sample.y(i) = log ? std::log(upper) : upper;
      if (slopes) sample.gradients.row(i) = sighting.slope / (log ? upper : 1.0);
    }
    KrigingOptions options;
    options.correlation = Correlation::kMatern52;
    options.gradient_noise = options_.gradient_noise / (log ? std::max(least, 1e-6) : 1.0);
    options.seed = context_.seed();
    options.stop = [this] { return context_.stop_requested(); };
    Kriging model(low_, high_, options);
    model.fit(std::move(sample));
    return model;
  }

  MethodContext& context_;
  const TwoSidedOptions& options_;
  Eigen::VectorXd low_;
  Eigen::VectorXd high_;
  bool with_slopes_;
  std::vector<Sighting> sightings_;
  int64_t asked_ = 0;
};

torch::Tensor first_points(const MethodContext& context, int64_t count) {
  const Space& space = context.space();
  if (space.size() == 1) return diagonal_points(space, count);
  return to_tensor(
      latin_hypercube(low_of(space), high_of(space), count, Stream(context.seed(), "two_sided.design")));
}

}  // namespace

MethodResult run_kriging(MethodContext& context, const TwoSidedOptions& options) {
  Search search(context, options);
  const auto trained = [&] { return fmt::format("{} candidates trained", context.evaluations().size()); };
  const torch::Tensor design = first_points(
      context, std::max<int64_t>(1, std::min(options.points, context.solves_left(search.extra()))));
  context.begin_phase("design", design.size(0));
  if (!search.observe(design)) return finish(context, Termination::kInterrupted, trained());
  context.end_phase();
  if (search.size() < 2) return finish(context, Termination::kNoModel, trained());

  int64_t left = options.evaluations - design.size(0);
  context.begin_phase("search", std::max<int64_t>(1, std::min(left, context.solves_left(search.extra()))));
  while (left > 0) {
    const int64_t count = std::min({options.batch, left, context.solves_left(search.extra())});
    if (count < 1) {
      context.end_phase();
      return finish(context, Termination::kBudget, "the budget ended the search, " + trained());
    }
    left -= count;
    torch::Tensor next;
    try {
      next = search.propose(count, left < options.batch);
    } catch (const ConfigError&) {
      throw;
    } catch (const Error& error) {
      if (context.stop_requested()) return finish(context, Termination::kInterrupted, trained());
      return finish(context, Termination::kNoModel,
                    fmt::format("log F could not be fitted ({}), {}", error.what(), trained()));
    }
    if (!search.observe(next)) return finish(context, Termination::kInterrupted, trained());
  }
  context.end_phase();
  return finish(context, Termination::kFinished, trained());
}

}  // namespace gbho::inline internal
