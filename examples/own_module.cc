// Your own torch::nn::Module as the lower level: the same solver, penalties by the module's own layer names.

#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include <cstdio>

#include "gbho/gbho.h"

struct SmallNetImpl : torch::nn::Cloneable<SmallNetImpl> {
  SmallNetImpl() { SmallNetImpl::reset(); }

  void reset() override {
    conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 4, 5).stride(2)));
    norm = register_module("norm", torch::nn::GroupNorm(torch::nn::GroupNormOptions(2, 4)));
    fc = register_module("fc", torch::nn::Linear(4 * 12 * 12, 10));
  }

  torch::Tensor forward(const torch::Tensor& x) {
    return fc(torch::relu(norm(conv(x.view({-1, 1, 28, 28})))).flatten(1));
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::GroupNorm norm{nullptr};
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(SmallNet);

int main() {
  const gbho::Dataset data = gbho::load_dataset({}, /*seed=*/0);

  gbho::LowerProblem problem;
  problem.model = gbho::make_module_model(SmallNet(), data.classes);
  problem.penalty =
      gbho::Penalty(*problem.model, {{"l2_conv", "l2", {"conv"}, 0}, {"l1_fc", "l1", {"fc"}, 0}});
  problem.train = data.train;

  // One call checks that autograd's gradient of your network is what central differences say.
  const torch::Tensor lambda = torch::tensor({{-8.0, -8.0}, {-6.0, -9.0}, {-4.0, -10.0}});
  const gbho::GradientCheck check = gbho::check_gradients(problem, lambda, /*seed=*/0, {});
  std::printf("gradient check: %s (differences agree to %.1e)\n", check.passed ? "passed" : "FAILED",
              check.finite_difference_error);

  gbho::LowerOptions options;
  options.epochs = 3;
  options.learning_rate = {0.05};
  gbho::SolveRequest request;
  request.lambda = lambda;
  gbho::Ledger cost;
  const gbho::SolveResult solved = gbho::solve_lower(problem, options, {}, request, cost);
  const gbho::Scores test = gbho::evaluate(*problem.model, solved.weights(), data.test, {}, cost);
  for (size_t e = 0; e < test.loss.size(); ++e) {
    std::printf("member %zu: f = %.4f, test loss %.4f, accuracy %.1f%%\n", e, solved.objective[e],
                test.loss[e], 100 * test.accuracy[e]);
  }
  return check.passed ? 0 : 1;
}
