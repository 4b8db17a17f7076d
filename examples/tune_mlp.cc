// The paper's network on the embedded MNIST-1K, tuned by GBHO: hyperparameter, trained weights and
// certificate from one run.

#include <cmath>
#include <cstdio>

#include "gbho/gbho.h"

int main() {
  // The embedded data; 784–100–10; one L2 penalty on all layers, λ from −10 to 0.
  const gbho::NetworkProblem problem =
      gbho::network_problem(gbho::load_dataset({}, /*seed=*/0), {"mlp", {100}}, {{"l2", "l2"}});

  gbho::TuneOptions options;
  options.lower.epochs = 20;
  const gbho::Summary summary = gbho::tune(*gbho::make_gbho(), problem, options).summary;

  std::printf("lambda* = %.3f, penalty %.2e\n", summary.lambda[0], std::exp(summary.lambda[0]));
  std::printf("test loss: joint %.4f, consistent %.4f, refit %.4f\n", summary.joint->test_loss,
              summary.consistent->test_loss, summary.refit->test_loss);
  const gbho::Certificate& certificate = *summary.certificate;
  std::printf("f = %.4f is within %.4f of what training is expected to reach (%s)\n", certificate.f,
              certificate.bound, certificate.verified ? "verified" : "not verified");
}
