#include "clean/sharpness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "clean/label_noise_rates.h"
#include "gbho/base/random.h"

namespace gbho {
namespace {

constexpr int kDrawnRows = 4000;

/// Rows of three classes whose probabilities are `said`, with classes that were drawn from them sharpened,
/// and labels from even noise.
Beliefs drawn_sharper(double power, double rate) {
  Stream stream(3, "test.sharpness");
  Beliefs beliefs = {3, {}, {}};
  for (int i = 0; i < kDrawnRows; ++i) {
    double sum = 0;
    std::vector<double> own(3);
    for (double& share : own) sum += share = std::exp(stream.normal());
    for (double& share : own) beliefs.said.push_back(share /= sum);
  }
  const Beliefs truth = sharpened({3, beliefs.said, std::vector<size_t>(kDrawnRows, 0)}, power);
  for (size_t i = 0; i < kDrawnRows; ++i) {
    const double u = stream.uniform();
    const double* p = truth.row(i);
    const size_t own = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    const bool wrong = stream.uniform() < rate;
    beliefs.given.push_back(wrong ? (own + 1 + static_cast<size_t>(stream.below(2))) % 3 : own);
  }
  return beliefs;
}

TEST(Sharpness, PowersOfProbabilitiesAddUpToOne) {
  const Beliefs sharp = sharpened({3, {0.6, 0.4, 0.0}, {0}}, 2);
  EXPECT_NEAR(sharp.row(0)[0], 0.36 / 0.52, 1e-9);
  EXPECT_NEAR(sharp.row(0)[1], 0.16 / 0.52, 1e-9);
  EXPECT_NEAR(std::accumulate(sharp.said.begin(), sharp.said.end(), 0.0), 1, 1e-12);
}

TEST(Sharpness, ThePowerIsFoundThroughWrongLabels) {
  for (const double power : {0.6, 1.0, 2.0}) {
    const Beliefs beliefs = drawn_sharper(power, 0.2);
    const std::vector<bool> trusted(beliefs.size(), false);
    EXPECT_NEAR(std::log(best_power(beliefs, even_noise(0.2, 3), trusted)), std::log(power), 0.26);
  }
}

// The noise that is given here is far too large for labels that are right.
TEST(Sharpness, LabelsOfTrustedRowsAreTakenAsTheyAre) {
  const Beliefs beliefs = drawn_sharper(1, 0);
  const std::vector<bool> nobody(beliefs.size(), false);
  const std::vector<bool> all(beliefs.size(), true);
  EXPECT_GT(best_power(beliefs, even_noise(0.3, 3), nobody), 1.5);
  EXPECT_NEAR(best_power(beliefs, even_noise(0.3, 3), all), 1, 0.25);
}

}  // namespace
}  // namespace gbho
