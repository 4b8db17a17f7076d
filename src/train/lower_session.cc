#include "train/lower_session.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "gbho/base/clock.h"
#include "gbho/base/error.h"
#include "train/epoch.h"

namespace gbho::inline internal {
namespace {

LowerLevel level_of(const Problem& problem) {
  if (problem.network() != nullptr) return {&problem.network()->level, nullptr};
  return {nullptr, &problem};
}

LowerOptions without_schedule(LowerOptions options) {
  if (options.optimizer == "lbfgs") {
    throw ConfigError("lower.optimizer",
                      " = \"lbfgs\": it cannot go on while λ moves; use sgd or adam, or a method that "
                      "solves "
                      "the lower level for each λ, such as bayes");
  }
  options.schedule = "constant";
  options.warm_up = 0;
  return options;
}

}  // namespace

LowerSession::LowerSession(const Problem& problem, LowerOptions options, const Runtime& runtime,
                           uint64_t seed, const TrainState& start, std::optional<UpperTerm> upper)
    : problem_(problem),
      options_(without_schedule(std::move(options))),
      runtime_(runtime),
      seed_(seed),
      level_(level_of(problem)),
      members_(start.weights.front().size(0)),
      epoch_(start.epoch) {
  request_.lambda = problem.space()
                        .rows([](const torch::Tensor& low, const torch::Tensor& high) -> torch::Tensor {
                          return (low + high) / 2;
                        })
                        .expand({members_, -1});
  request_.seed = seed;
  request_.start = start;
  request_.upper = std::move(upper);
  if (problem.network() != nullptr && request_.upper && request_.upper->direction.empty()) {
    request_.upper->validation = problem.network()->validation;
  }
  check_request(level_, options_, runtime_, request_);
  rates_ = request_rates(level_, options_, request_);
  ensemble_.emplace(level_, options_, runtime_, request_, start_state(level_, options_, request_));
  request_.start.reset();
}

bool LowerSession::run_epoch(const torch::Tensor& lambda, Ledger& ledger) {
  const Stopwatch watch;
  lambda_ = lambda.expand({members_, -1});
  ensemble_->set_lambda(lambda_);
  const bool lockstep = level_.network != nullptr && request_.upper && request_.upper->direction.empty();
  const Epoch now(level_, options_, seed_, epoch_, rates_, lockstep ? request_.upper->validation.size() : 0);
  std::vector<double> loss(static_cast<size_t>(members_), 0.0);
  ensemble_->run_epoch(now.plan(), loss);
  ++epoch_;
  ledger.sample_gradients +=
      now.gradients() * members_ + now.validation_gradients() * ensemble_->with_upper_term();
  ledger.seconds_lower += watch.seconds();
  const double explosion = options_.divergence_factor * level_.blind_loss();
  for (const double own : loss) {
    if (!std::isfinite(own) || own > explosion) return false;
  }
  return true;
}

torch::Tensor LowerSession::lambda_gradient(Ledger& ledger) {
  if (level_.network == nullptr) {
    ledger.sample_gradients += members_ * problem_.lower_examples();
    return problem_.lower_derivatives(lambda_, state().weights).lambda.to(torch::kCPU);
  }
  const NetworkLevel& network = *level_.network;
  if (network.terms.change_loss()) {  // losses as they were trained do not tell enough
    ledger.sample_evaluations += members_ * network.train.size();
    return problem_.network()->lambda_slope(lambda_, state().weights);
  }
  std::vector<int64_t> all(static_cast<size_t>(members_));
  std::iota(all.begin(), all.end(), int64_t{0});
  return slopes_of(all, ensemble_->state().weights);
}

// Of some members of a network, [k, n]; λ is the same for all.
torch::Tensor LowerSession::slopes_of(const std::vector<int64_t>& members, const Weights& weights) const {
  const NetworkLevel& network = *level_.network;
  const torch::Tensor lambda = lambda_.narrow(0, 0, static_cast<int64_t>(members.size()));
  torch::Tensor gradient = network.penalty.size() > 0
                               ? network.penalty.lambda_gradient(lambda, select_members(weights, members))
                               : torch::zeros(lambda.sizes(), torch::kFloat64);
  if (network.weighting.size() == 0) return gradient;
  const torch::Tensor rows = torch::tensor(members, torch::kInt64);
  torch::Tensor losses =
      ensemble_->example_losses().index_select(0, rows) / static_cast<double>(network.train.size());
  const torch::Tensor& given = network.example_weights;
  if (given.defined()) {
    losses = losses * (given.dim() == 2 ? given.index_select(0, rows) : given).to(losses.options());
  }
  return gradient.add_(network.weighting.lambda_gradient(lambda, losses));
}

torch::Tensor LowerSession::gradient_between(int64_t member, int64_t other, Ledger& ledger) {
  if (level_.network == nullptr || level_.network->terms.change_loss()) {
    const torch::Tensor all = lambda_gradient(ledger);
    return all.narrow(0, member, 1) - all.narrow(0, other, 1);
  }
  // One member at a time: λ may have a million entries.
  const Weights weights = ensemble_->state().weights;
  return slopes_of({member}, weights).sub_(slopes_of({other}, weights));
}

void LowerSession::set_upper(const std::vector<double>& epsilon, const Weights& direction) {
  request_.upper->epsilon = epsilon;
  ensemble_->set_upper(epsilon, direction);
}

TrainState LowerSession::state() {
  TrainState state = ensemble_->state();
  for (torch::Tensor& tensor : state.weights) tensor = tensor.clone();
  for (Weights& moment : state.moments) {
    for (torch::Tensor& tensor : moment) tensor = tensor.clone();
  }
  state.epoch = epoch_;
  return state;
}

Weights LowerSession::weights(int64_t member) {
  return select_members(ensemble_->state().weights, {member});
}

UpperOracle::UpperOracle(const Problem& problem, const LowerOptions& options, const Runtime& runtime)
    : problem_(problem), runtime_(runtime), options_(options) {
  const NetworkProblem* network = problem.network();
  if (network == nullptr) return;
  validation_.model = network->level.model;
  validation_.train = network->validation;
  options_.batch = 0;
  options_.optimizer = "sgd";
  SolveRequest request;
  request.lambda = torch::zeros({1, 0}, torch::kFloat64);
  ensemble_.emplace(LowerLevel{&validation_, nullptr}, options_, runtime_, request,
                    start_state({&validation_, nullptr}, options_, request));
}

Derivatives UpperOracle::at(const torch::Tensor& lambda, const Weights& weights, Ledger& ledger) {
  ledger.sample_gradients += problem_.upper_examples();
  if (!ensemble_) return problem_.upper_derivatives(lambda, weights);
  ensemble_->load(weights);
  Objective objective = ensemble_->objective();
  return {torch::tensor(objective.value, torch::kFloat64), torch::zeros(lambda.sizes(), torch::kFloat64),
          std::move(objective.gradient)};
}

}  // namespace gbho::inline internal
