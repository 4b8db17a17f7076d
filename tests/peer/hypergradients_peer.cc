// Our side of hypergradients_peer.py: a logistic regression comes in as JSON, its hypergradients go out.

#include <torch/types.h>

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "methods/gradient/implicit_gradient.h"
#include "support/unrolled_runs.h"

namespace gbho {
namespace {

using nlohmann::json;

torch::Tensor tensor_of(const json& rows) {
  const auto count = static_cast<int64_t>(rows.size());
  if (!rows.at(0).is_array()) return torch::tensor(rows.get<std::vector<double>>(), torch::kDouble);
  torch::Tensor tensor = torch::empty({count, static_cast<int64_t>(rows[0].size())}, torch::kDouble);
  for (int64_t i = 0; i < count; ++i)
    tensor[i] = torch::tensor(rows[static_cast<size_t>(i)].get<std::vector<double>>(), torch::kDouble);
  return tensor;
}

struct Part {
  torch::Tensor x;
  torch::Tensor sign;  // −1 or 1

  torch::Tensor loss(const Weights& beta) const {
    return torch::softplus(-(torch::matmul(beta[0], x.t()) + beta[1]) * sign).mean(1);
  }
};

// The mean loss plus exp(λ)·‖β‖², the intercept left alone.
FunctionProblem problem_of(const json& given) {
  const Part train{tensor_of(given.at("train_x")), tensor_of(given.at("train_y"))};
  const Part validation{tensor_of(given.at("validation_x")), tensor_of(given.at("validation_y"))};
  return {Space({{"l2", "l2", -12, 4}}),
          {torch::zeros({train.x.size(1)}, torch::kDouble), torch::zeros({1}, torch::kDouble)},
          [=](const torch::Tensor& /*lambda*/, const Weights& beta) { return validation.loss(beta); },
          [=](const torch::Tensor& lambda, const Weights& beta) {
            return train.loss(beta) + (lambda.exp() * beta[0].square()).sum(1);
          }};
}

json answer(const json& given) {
  const FunctionProblem problem = problem_of(given);
  const auto count = given.at("steps").get<int64_t>();
  const LowerOptions lower = sgd_options(0.9, true, given.at("rate").get<double>());
  InverseOptions tight;
  tight.tolerance = 1e-12;
  tight.iterations = 1000;
  json answers = json::array();
  for (const double value : given.at("lambda").get<std::vector<double>>()) {
    const torch::Tensor lambda = torch::full({1, 1}, value, torch::kDouble);
    Ledger ledger;
    SgdSteps steps(problem, lower, 0, ledger);
    StoredTrajectory trajectory(steps, steps.start(), count);
    run_forward(trajectory, lambda, count);
    const Weights beta = trajectory.state().weights;
    answers.push_back({{"upper", problem.upper(lambda, beta).item<double>()},
                       {"implicit", implicit_gradient(problem, lambda, beta, tight).gradient.item<double>()},
                       {"unrolled", reverse_pass(steps, trajectory, lambda, count, count).item<double>()}});
  }
  return answers;
}

}  // namespace
}  // namespace gbho

int main() {
  try {
    std::cout << gbho::answer(nlohmann::json::parse(std::cin)).dump() << std::endl;
  } catch (const std::exception& error) {
    std::cerr << "hypergradients_peer: " << error.what() << std::endl;
    return 1;
  }
  return 0;
}
