#include "gbho/surrogate/value_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gbho/base/error.h"

//   w = exp λ [n],  model i: L_i training loss, r_i [n] regularizers;  φ(λ) ≤ L_i + w·r_i

namespace gbho {
namespace {

// A group without any weight left has r = 0, and 0·∞ is no number.
double penalized_loss(double train_loss, const Eigen::VectorXd& regularizers, const Eigen::VectorXd& lambda) {
  double sum = train_loss;
  for (Eigen::Index k = 0; k < lambda.size(); ++k) {
    if (regularizers[k] > 0) sum += std::exp(lambda[k]) * regularizers[k];
  }
  return sum;
}

}  // namespace

void ValueBound::add(double train_loss, Eigen::VectorXd regularizers, Eigen::VectorXd lambda,
                     double objective) {
  const Eigen::Index n = models_.empty() ? lambda.size() : models_.front().lambda.size();
  if (lambda.size() != n || regularizers.size() != n || n == 0) {
    throw Error(
        fmt::format("value bound: model {} has {} hyperparameters and {} regularizers; {} of each expected",
                    models_.size() + 1, lambda.size(), regularizers.size(), n));
  }
  if (!std::isfinite(train_loss) || !std::isfinite(objective) || !lambda.allFinite() ||
      !regularizers.allFinite() || (regularizers.array() < 0).any()) {
    throw Error(
        fmt::format("value bound: model {} has a number that is not finite, or a regularizer below 0; leave "
                    "failed solves out",
                    models_.size() + 1));
  }
  models_.push_back({train_loss, std::move(regularizers), std::move(lambda), objective});
}

void ValueBound::check_lambda(const Eigen::VectorXd& lambda) const {
  if (models_.empty()) throw Error("value bound: there is no model yet; add() one");
  if (lambda.size() != models_.front().lambda.size()) {
    throw Error(fmt::format("value bound: λ has {} dimensions, the models have {}", lambda.size(),
                            models_.front().lambda.size()));
  }
}

size_t ValueBound::best(const Eigen::VectorXd& lambda) const {
  check_lambda(lambda);
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < models_.size(); ++i) {
    const double value = penalized_loss(models_[i].train_loss, models_[i].regularizers, lambda);
    if (value >= least) continue;
    least = value;
    best = i;
  }
  return best;
}

double ValueBound::at(const Eigen::VectorXd& lambda) const {
  const Model& model = models_[best(lambda)];
  return penalized_loss(model.train_loss, model.regularizers, lambda);
}

Eigen::VectorXd ValueBound::gradient(const Eigen::VectorXd& lambda) const {
  const Model& model = models_[best(lambda)];
  return lambda.array().exp() * model.regularizers.array();
}

std::vector<ValueBound::UnderSolved> ValueBound::under_solved(double tolerance) const {
  std::vector<UnderSolved> found;
  for (size_t i = 0; i < models_.size(); ++i) {
    double bound = std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < models_.size(); ++j) {
      if (j == i) continue;
      bound =
          std::min(bound, penalized_loss(models_[j].train_loss, models_[j].regularizers, models_[i].lambda));
    }
    if (models_[i].objective > bound + tolerance) found.push_back({i, models_[i].objective, bound});
  }
  return found;
}

}  // namespace gbho
