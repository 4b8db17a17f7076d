// Your own torch::nn::Module, tuned: the same methods, penalties by the module's own layer names.

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
  try {
    const gbho::Dataset data = gbho::load_dataset({}, /*seed=*/0);
    gbho::NetworkProblem problem;
    problem.level.model = gbho::make_module_model(SmallNet(), data.classes);
    problem.level.penalty =
        gbho::Penalty(*problem.level.model, {{"l2_conv", "l2", {"conv"}}, {"l1_fc", "l1", {"fc"}}});
    problem.level.train = data.train;
    problem.validation = data.validation;
    problem.test = data.test;
    problem.box = gbho::Space({{"l2_conv", "l2", -10, -2}, {"l1_fc", "l1", -12, -4}});

    // One call checks that autograd's gradient of your network is what central differences say.
    const torch::Tensor lambda = torch::tensor({{-8.0, -8.0}, {-4.0, -10.0}});
    const gbho::GradientCheck check = gbho::check_gradients(problem.level, lambda, /*seed=*/0, {});
    std::printf("gradient check: %s (differences agree to %.1e)\n", check.passed ? "passed" : "FAILED",
                check.finite_difference_error);

    // Short, since autograd trains it: the hand-written kernels are for gbho's own networks.
    gbho::TuneOptions options;
    options.lower.epochs = 5;
    options.lower.learning_rate = {0.05};
    options.lower.schedule = "cosine";
    gbho::TwoSidedOptions search;
    search.evaluations = 12;
    search.points = 8;
    const gbho::Result result = gbho::tune(*gbho::make_two_sided(search), problem, options);
    std::fputs(gbho::full_report(result.summary).c_str(), stdout);
    return check.passed ? 0 : 1;
  } catch (const gbho::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
