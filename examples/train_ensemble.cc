// Ten networks with ten penalties, trained at once on the embedded MNIST-1K: the validation curve over λ.

#include <cstdio>

#include "gbho/gbho.h"

int main() {
  const gbho::Dataset data = gbho::load_dataset({}, /*seed=*/0);

  gbho::NetworkLevel problem;
  problem.model = gbho::make_model({"mlp", {100}, "torch"}, data.input_shape, data.classes);
  problem.penalty = gbho::Penalty(*problem.model, {{"l2", "l2", {"hidden", "output"}, 0}});
  problem.train = data.train;

  gbho::LowerOptions options;  // sgd with Nesterov momentum, 50 epochs, batches of 64
  options.epochs = 20;

  gbho::SolveRequest request;
  request.lambda = torch::linspace(-10, 0, 10).unsqueeze(1);  // [10 members, 1 hyperparameter]

  gbho::Ledger cost;
  const gbho::SolveResult solved = gbho::solve_lower(problem, options, {}, request, cost);
  const gbho::Scores validation = gbho::score(*problem.model, solved.weights(), data.validation, {}, cost);

  std::printf("%8s %10s %16s\n", "lambda", "f", "validation loss");
  for (int64_t e = 0; e < request.lambda.size(0); ++e) {
    const auto member = static_cast<size_t>(e);
    std::printf("%8.2f %10.4f %16.4f\n", request.lambda[e][0].item<double>(), solved.objective[member],
                validation.loss[member]);
  }
  std::printf("%lld sample-gradients with %s\n", static_cast<long long>(cost.sample_gradients),
              solved.engine.c_str());
}
