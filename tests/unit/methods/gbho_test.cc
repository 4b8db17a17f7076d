#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "gbho/base/error.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/methods/registry.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gbho/gbho_method.h"
#include "methods/gbho/lagrangian.h"
#include "run/verify_certificate.h"
#include "support/exact_tuning.h"

namespace gbho {
namespace {

GbhoOptions patient_options() {
  GbhoOptions options;
  options.iterations = 12;
  options.inner_steps = 400;
  options.inner_learning_rate = 0.03;
  options.inner_lambda_rate = 0.03;
  options.inner_momentum = 0.5;
  options.delta = 1e-6;  // not met: all iterations
  options.epsilon = 1e-6;
  return options;
}

TEST(Lagrangian, PullIsTheSlopeOfTheValue) {
  for (const char* kind : {"inequality", "equality"}) {
    GbhoOptions options;
    options.lagrangian = kind;
    const Lagrangian lagrangian(options);
    for (const double r : {-2.0, -0.3, 0.1, 1.7}) {
      const double slope = (lagrangian.value(r + 1e-6) - lagrangian.value(r - 1e-6)) / 2e-6;
      EXPECT_NEAR(lagrangian.pull(r), slope, 1e-6) << kind << " at " << r;
    }
  }
}

TEST(Lagrangian, InequalityLeavesAFeasiblePointAloneAndKeepsItsMultiplierInBounds) {
  GbhoOptions options;
  options.mu_max = 5;
  Lagrangian lagrangian(options);
  EXPECT_EQ(lagrangian.pull(-10), 0);
  lagrangian.update(100);
  EXPECT_EQ(lagrangian.mu(), 5);
  lagrangian.update(-100);
  EXPECT_EQ(lagrangian.mu(), 0);
  EXPECT_EQ(lagrangian.rho(), 2);  // the violation went away: no reason to push harder
}

TEST(Lagrangian, EqualityFollowsThePaper) {
  GbhoOptions options;
  options.lagrangian = "equality";
  Lagrangian lagrangian(options);
  lagrangian.update(0.25);  // c = −0.25
  EXPECT_DOUBLE_EQ(lagrangian.mu(), 2 - 2 * 0.25);
  EXPECT_DOUBLE_EQ(lagrangian.rho(), 3);
}

// Problems whose lower level has one minimizer: the joint solution is the bilevel one.
TEST(Gbho, FindsKnownOptima) {
  for (const TestProblem& known : {quadratic_problem(2), ridge_test_problem(), smd_problem(1)}) {
    GbhoMethod method(patient_options());
    const Summary summary = tune(method, *known.problem, exact_tuning(200, 1e-9)).summary;
    EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 0.05 * (1 + std::abs(known.upper)))
        << known.name;
    ASSERT_TRUE(summary.certificate.has_value());
    EXPECT_TRUE(summary.certificate->verified) << known.name;
    EXPECT_FALSE(summary.refit.has_value());
  }
}

// The lower level's minimizers are a line: GBHO takes the one that is best above.
TEST(Gbho, IsOptimistic) {
  const TestProblem known = set_valued_problem();
  GbhoMethod method(patient_options());
  const Summary summary = tune(method, *known.problem, exact_tuning(200, 1e-9)).summary;
  ASSERT_TRUE(summary.joint.has_value());
  EXPECT_NEAR(summary.joint->validation_loss, known.upper, 0.03);
  EXPECT_NEAR(summary.certificate->lambda[0], known.lambda[0], 0.15);
}

TEST(Gbho, OneShotDoesNotRefineItsModel) {
  GbhoOptions options;
  options.one_shot = true;
  options.points = {4};
  options.delta = 1e-9;
  GbhoMethod method(options);
  const Summary summary = tune(method, small_problem(), small_options()).summary;
  EXPECT_EQ(summary.certificate->evidence.phi.size(), 4U);
  options.one_shot = false;
  GbhoMethod refining(options);
  EXPECT_GT(tune(refining, small_problem(), small_options()).summary.certificate->evidence.phi.size(), 4U);
}

TEST(Gbho, PaperPresetGivesWayToOptionsBesideIt) {
  const auto method = create_method("gbho", {{"preset", std::string("paper")}, {"iterations", int64_t{2}}});
  std::map<std::string, std::string> values;
  for (const Option& option : method->options()) values[option.name] = to_text(option_value(option));
  EXPECT_EQ(values["lagrangian"], "\"equality\"");
  EXPECT_EQ(values["envelope_gradients"], "false");
  EXPECT_EQ(values["iterations"], "2");
}

TEST(Gbho, RefusesBadOptions) {
  const Space space({{"l2", "l2", -8, 2}});
  const auto message = [&](const OptionValues& values) {
    try {
      create_method("gbho", values)->validate(space);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message({{"rho", -1.0}}), testing::HasSubstr("gbho.rho = -1"));
  EXPECT_THAT(message({{"lagrangian", std::string("equalty")}}), testing::HasSubstr("equality"));
  EXPECT_THAT(message({{"preset", std::string("papr")}}), testing::HasSubstr("paper"));
  EXPECT_THAT(message({{"points", std::vector<int64_t>{3, 3}}}), testing::HasSubstr("gbho.points"));
  EXPECT_THAT(message({{"points", std::vector<int64_t>{5000}}}), testing::HasSubstr("at most 2000"));
}

TEST(Gbho, ADesignThatWasAskedForStays) {
  GbhoOptions options;
  options.design = "latin";
  options.points = {6};
  options.iterations = 1;
  GbhoMethod method(options);
  const Summary summary = tune(method, *quadratic_problem(2).problem, exact_tuning(200, 1e-9)).summary;
  EXPECT_EQ(summary.iterations.size(), 6U + 1U);
}

TEST(Certificate, NeverClaimsLessThanWhatIsCertain) {
  GbhoMethod method;
  const Certificate certificate = *tune(method, small_problem(), small_options()).summary.certificate;
  EXPECT_LE(certificate.phi_upper_bound, certificate.f);
  EXPECT_GE(certificate.bound, certificate.f - certificate.phi_upper_bound);
}

TEST(Certificate, TamperedNumbersAreFound) {
  GbhoMethod method;
  const Summary summary = tune(method, small_problem(), small_options()).summary;
  ASSERT_TRUE(summary.certificate->verified);
  const Certificate good = *summary.certificate;
  EXPECT_TRUE(verify_certificate(good));
  const auto tampered = [&](const std::function<void(Certificate&)>& change) {
    Certificate bad = good;
    change(bad);
    return verify_certificate(bad);
  };
  EXPECT_FALSE(tampered([](Certificate& c) { c.phi_hat += 0.01; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.s_hat = 0.5 * c.s_hat + 0.01; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.bound *= 0.5; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.c1 = !c.c1; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.c2 = !c.c2; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.phi_upper_bound -= 0.1; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.evidence.phi[1] += 0.2; }));
  EXPECT_FALSE(tampered([](Certificate& c) { c.probability = 0.9973; }));
}

}  // namespace
}  // namespace gbho
