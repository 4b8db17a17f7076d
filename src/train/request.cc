#include "train/request.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/train/device.h"
#include "train/engine.h"

namespace gbho::inline internal {
namespace {

void check_length(const char* what, size_t given, int64_t members) {
  if (given != 0 && given != static_cast<size_t>(members)) {
    throw ConfigError(
        fmt::format("{} holds {} values for {} members: give one each, or none", what, given, members));
  }
}

void check_weights(const char* what, const std::vector<Parameter>& parameters, const Weights& weights,
                   int64_t members) {
  if (weights.size() != parameters.size()) {
    throw ConfigError(
        fmt::format("{} hold {} tensors; the model has {}", what, weights.size(), parameters.size()));
  }
  for (size_t p = 0; p < weights.size(); ++p) {
    std::vector<int64_t> shape = parameters[p].shape;
    shape.insert(shape.begin(), members);
    if (weights[p].sizes() != c10::IntArrayRef(shape)) {
      throw ConfigError(fmt::format("{}: '{}' has shape [{}]; expected [{}]", what, parameters[p].name,
                                    fmt::join(weights[p].sizes(), ", "), fmt::join(shape, ", ")));
    }
  }
}

void check_upper(const LowerLevel& level, const UpperTerm& upper, int64_t members) {
  if (upper.epsilon.size() != static_cast<size_t>(members)) {
    throw ConfigError(fmt::format("upper.epsilon holds {} values for {} members: give one each",
                                  upper.epsilon.size(), members));
  }
  if (level.network != nullptr && upper.direction.empty() && upper.validation.empty()) {
    throw ConfigError("the ±ε term needs validation examples, or a direction for its linear form");
  }
  if (!upper.direction.empty())
    check_weights("upper.direction", level.parameters(), upper.direction, members);
}

void check_level(const NetworkLevel& problem) {
  if (!problem.model) throw ConfigError("the problem has no model");
  if (problem.train.empty()) throw DataError("the training part is empty");
  const int64_t outputs = problem.model->classes();
  if (problem.train.regression() != (outputs == 1)) {
    throw ConfigError(fmt::format(
        "the training part has {} for labels, but the model has {} output{}: a "
        "regression has one, a classifier one for each class",
        problem.train.regression() ? "numbers" : "class numbers", outputs, outputs == 1 ? "" : "s"));
  }
}

void check_example_weights(const NetworkLevel& problem, int64_t members) {
  const torch::Tensor& weights = problem.example_weights;
  if (!weights.defined()) return;
  const bool fits = (weights.dim() == 1 || (weights.dim() == 2 && weights.size(0) == members)) &&
                    weights.size(-1) == problem.train.size();
  if (fits) return;
  throw ConfigError(fmt::format("example_weights must be [{0}] or [{1}, {0}]; they are [{2}]",
                                problem.train.size(), members, fmt::join(weights.sizes(), ", ")));
}

}  // namespace

void check_request(const LowerLevel& level, const LowerOptions& options, const Runtime& runtime,
                   const SolveRequest& request) {
  options.validate();
  validate(runtime);
  check_training(level, options);
  if (level.network != nullptr) check_level(*level.network);
  if (request.lambda.dim() != 2 || request.lambda.size(0) < 1 ||
      request.lambda.size(1) != level.hyperparameters()) {
    throw ConfigError(fmt::format("lambda must be [members, {}]; it is [{}]", level.hyperparameters(),
                                  fmt::join(request.lambda.sizes(), ", ")));
  }
  if (request.until > 0 && options.optimizer == "lbfgs") {
    throw ConfigError("lower.optimizer",
                      " = \"lbfgs\": its solves cannot be taken up again; use sgd or adam, or another "
                      "method");
  }
  const int64_t members = request.lambda.size(0);
  check_length("learning_rate", request.learning_rate.size(), members);
  check_length("momentum", request.momentum.size(), members);
  if (request.start) check_weights("the given weights", level.parameters(), request.start->weights, members);
  if (request.upper) check_upper(level, *request.upper, members);
  if (level.network != nullptr) check_example_weights(*level.network, members);
}

Rates request_rates(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request) {
  const auto count = static_cast<size_t>(request.lambda.size(0));
  Rates rates = {request.learning_rate, request.momentum};
  if (rates.learning_rate.empty()) rates.learning_rate.assign(count, options.learning_rate.front());
  if (rates.momentum.empty()) rates.momentum.assign(count, options.momentum.front());
  if (level.network != nullptr && level.network->terms.learning_rate >= 0) {
    const torch::Tensor own =
        request.lambda.select(1, level.network->terms.learning_rate).to(torch::kCPU, torch::kFloat64).exp();
    for (size_t e = 0; e < count; ++e) rates.learning_rate[e] = own[static_cast<int64_t>(e)].item<double>();
  }
  return rates;
}

void check_training(const LowerLevel& level, const LowerOptions& options) {
  if (level.network == nullptr) return;
  const TrainingTerms& terms = level.network->terms;
  if (terms.learning_rate >= 0 && options.learning_rate.size() > 1) {
    throw ConfigError(
        "lower.learning_rate",
        fmt::format(" = [{}]: a list is for the pilot, but the learning rate is a hyperparameter; "
                    "leave the list or the hyperparameter out",
                    fmt::join(options.learning_rate, ", ")));
  }
  if (options.optimizer == "lbfgs" && (terms.are_noisy() || terms.learning_rate >= 0)) {
    throw ConfigError("lower.optimizer",
                      " = \"lbfgs\": it has neither noise nor a learning rate; use sgd or adam, or leave the "
                      "hyperparameters of kind dropout, input_noise and learning_rate out");
  }
}

TrainState start_state(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request) {
  TrainState state;
  if (request.start) {
    state = *request.start;
  } else {
    state.weights = level.initial_weights(request.lambda.size(0), Stream(request.seed, "train.init"),
                                          options.shared_initial_weights);
  }
  for (torch::Tensor& tensor : state.weights) tensor = tensor.detach().to(torch::kCPU).clone();
  if (state.moments.size() != moment_count(options)) {
    Weights zeros;
    for (const torch::Tensor& tensor : state.weights) zeros.push_back(torch::zeros_like(tensor));
    state.moments.clear();
    for (size_t m = 0; m < moment_count(options); ++m) {
      Weights own;
      for (const torch::Tensor& tensor : zeros) own.push_back(tensor.clone());
      state.moments.push_back(std::move(own));
    }
  }
  return state;
}

void mark_non_finite(SolveResult& result) {
  for (size_t e = 0; e < result.members.size(); ++e) {
    MemberOutcome& outcome = result.members[e];
    if (outcome.status == MemberStatus::kDiverged || std::isfinite(result.objective[e])) continue;
    outcome.status = MemberStatus::kDiverged;
    outcome.message = "the objective is not finite at the end";
  }
}

}  // namespace gbho::inline internal
