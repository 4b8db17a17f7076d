// The paper's network on the embedded MNIST-1K, tuned by GBHO: hyperparameter, trained weights and
// certificate from one run.

#include <cmath>
#include <cstdio>

#include "gbho/gbho.h"

int main() {
  const gbho::Dataset data = gbho::load_dataset({}, /*seed=*/0);
  gbho::NetworkProblem problem;
  problem.level.model = gbho::make_model({"mlp", {100}, "torch"}, data.input_shape, data.classes);
  problem.level.penalty = gbho::Penalty(*problem.level.model, {{"l2", "l2", {"hidden", "output"}}});
  problem.level.train = data.train;
  problem.validation = data.validation;
  problem.test = data.test;
  problem.box = gbho::Space({{"l2", "l2", -10, 0}});

  gbho::TuneOptions options;
  options.lower.epochs = 20;
  const gbho::Summary summary = gbho::tune(*gbho::create_method("gbho"), problem, options);

  std::printf("lambda* = %.3f, penalty %.2e\n", summary.lambda[0], std::exp(summary.lambda[0]));
  std::printf("test loss: joint %.4f, consistent %.4f, refit %.4f\n", summary.joint->scores.test_loss,
              summary.consistent->scores.test_loss, summary.refit->scores.test_loss);
  const gbho::Certificate& certificate = *summary.certificate;
  std::printf("f = %.4f is within %.4f of the optimal value with probability %.4f (%s)\n", certificate.f,
              certificate.bound, certificate.probability, certificate.verified ? "verified" : "not verified");
}
