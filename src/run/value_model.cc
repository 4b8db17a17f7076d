#include "run/value_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "run/eigen_tensors.h"

namespace gbho::inline internal {
namespace {

// Part of φ by which a sample must miss the bound of the others before it counts as under-solved.
constexpr double kUnderSolved = 0.02;

std::vector<Evaluation> usable_of(const std::vector<Evaluation>& evaluations) {
  std::vector<Evaluation> usable;
  for (const Evaluation& evaluation : evaluations) {
    if (evaluation.usable() && std::isfinite(evaluation.objective)) usable.push_back(evaluation);
  }
  return usable;
}

}  // namespace

ValueModel::ValueModel(const Problem& problem, const ValueModelOptions& options)
    : penalized_(problem.is_penalized()),
      options_(options),
      kriging_(low_of(problem.space()), high_of(problem.space()), options.kriging) {}

void ValueModel::fit(const std::vector<Evaluation>& evaluations) {
  evaluations_ = usable_of(evaluations);
  if (evaluations_.empty()) throw Error("no candidate was trained to its end, so φ̂ cannot be fitted");
  if (penalized_) bound_ = bound_of(evaluations_);
  kriging_.fit(sample());
}

void ValueModel::add(const Evaluation& evaluation) {
  if (!evaluation.usable()) return;
  std::vector<Evaluation> all = std::move(evaluations_);
  all.push_back(evaluation);
  fit(all);
}

KrigingSample ValueModel::sample() const {
  const auto t = static_cast<Eigen::Index>(evaluations_.size());
  const auto n = kriging_.dimensions();
  KrigingSample sample{Eigen::MatrixXd(t, n), Eigen::VectorXd(t), {}};
  if (options_.gradients) sample.gradients.resize(t, n);
  for (Eigen::Index i = 0; i < t; ++i) {
    const Evaluation& evaluation = evaluations_[static_cast<size_t>(i)];
    const Eigen::VectorXd lambda = to_eigen(evaluation.lambda);
    sample.x.row(i) = lambda;
    sample.y(i) = evaluation.objective;
    if (options_.gradients) sample.gradients.row(i) = to_eigen(evaluation.lambda_gradient);
    if (!has_bound() || !options_.certain_bound) continue;
    const double certain = bound_.at(lambda);
    if (certain >= sample.y(i)) continue;
    sample.y(i) = certain;
    if (options_.gradients) sample.gradients.row(i) = bound_.gradient(lambda);
  }
  return sample;
}

ValueModel::Ceiling ValueModel::ceiling(const Eigen::VectorXd& lambda, double z) const {
  const Prediction prediction = predict(lambda);
  Ceiling ceiling{prediction.mean + z * prediction.error,
                  prediction.mean_gradient + z * prediction.error_gradient};
  if (!has_bound() || !options_.certain_bound) return ceiling;
  const double certain = bound_.at(lambda);
  if (certain < ceiling.value) ceiling = {certain, bound_.gradient(lambda)};
  return ceiling;
}

ValueBound bound_of(const std::vector<Evaluation>& evaluations) {
  ValueBound bound;
  for (const Evaluation& evaluation : evaluations) {
    bound.add(data_loss_of(evaluation), regularizers_of(evaluation), to_eigen(evaluation.lambda),
              evaluation.objective);
  }
  return bound;
}

double data_loss_of(const Evaluation& evaluation) {
  return evaluation.objective -
         to_eigen(evaluation.lambda).array().exp().matrix().dot(regularizers_of(evaluation));
}

Eigen::VectorXd regularizers_of(const Evaluation& evaluation) {
  return to_eigen(evaluation.lambda_gradient).array() / to_eigen(evaluation.lambda).array().exp();
}

std::vector<std::string> under_solved_warnings(const std::vector<Evaluation>& evaluations) {
  const std::vector<Evaluation> kept = usable_of(evaluations);
  if (kept.size() < 2) return {};
  double largest = 0;
  for (const Evaluation& evaluation : kept) largest = std::max(largest, std::abs(evaluation.objective));
  const std::vector<ValueBound::UnderSolved> under = bound_of(kept).under_solved(kUnderSolved * largest);
  if (under.empty()) return {};
  const auto worst = std::max_element(under.begin(), under.end(), [](const auto& a, const auto& b) {
    return a.objective - a.bound < b.objective - b.bound;
  });
  return {fmt::format(
      "{} of {} candidates are under-solved: another candidate's weights have a lower f at their λ (worst: f "
      "= {:.4f} where {:.4f} was found, first λ = {:.3f}); train longer (lower.epochs) or at a better rate",
      under.size(), kept.size(), worst->objective, worst->bound, kept[worst->sample].lambda[0])};
}

}  // namespace gbho::inline internal
