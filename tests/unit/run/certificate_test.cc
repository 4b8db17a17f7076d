#include "run/certificate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gbho/testing/small_problem.h"
#include "run/verify_certificate.h"

namespace gbho {
namespace {

TEST(ConsistentCertificate, TakesTheNearestOfManyCandidates) {
  const NetworkProblem problem = small_problem();
  MethodContext context(problem, small_options());
  context.train(torch::linspace(-8, 2, 400, torch::kDouble).unsqueeze(1));
  const std::optional<Certificate> certificate = certify_consistent(context, {});
  ASSERT_TRUE(certificate.has_value());
  const std::vector<std::vector<double>>& used = certificate->evidence.lambda;
  ASSERT_EQ(used.size(), 150U);
  const double best = certificate->lambda[0];
  double farthest = 0;
  for (const std::vector<double>& point : used) farthest = std::max(farthest, std::abs(point[0] - best));
  const auto nearer = std::count_if(
      context.evaluations().begin(), context.evaluations().end(),
      [&](const Evaluation& evaluation) { return std::abs(evaluation.lambda[0] - best) < farthest; });
  EXPECT_LE(nearer, 150);  // the certified point itself among them
  EXPECT_TRUE(verify_certificate(*certificate));
}

}  // namespace
}  // namespace gbho
