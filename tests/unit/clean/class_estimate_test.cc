#include "clean/class_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "clean/judgement.h"
#include "clean/label_noise_rates.h"
#include "clean/sharpness.h"
#include "gbho/base/random.h"

namespace gbho {
namespace {

constexpr int kCases = 3000;
constexpr size_t kKinds = 3;
constexpr double kRate = 0.2;

/// What is true of rows on a line where two of three classes overlap, and labels of which a fifth is wrong.
struct Case {
  Beliefs truth = {kKinds, {}, {}};
  std::vector<bool> wrong;

  Case() {
    Stream stream(7, "test.estimate");
    for (int i = 0; i < kCases; ++i) {
      const double p = 1 / (1 + std::exp(-4 * stream.normal()));
      const bool third = stream.uniform() < 1.0 / 3;
      const std::vector<double> own = {third ? 0.0 : p, third ? 0.0 : 1 - p, third ? 1.0 : 0.0};
      truth.said.insert(truth.said.end(), own.begin(), own.end());
      const size_t is = third ? 2 : stream.uniform() < p ? 0 : 1;
      wrong.push_back(stream.uniform() < kRate);
      truth.given.push_back(wrong.back() ? (is + 1 + static_cast<size_t>(stream.below(2))) % kKinds : is);
    }
  }

  /// What models say that have learned the wrong labels, too, and say it less surely than they could.
  Beliefs noisy(double power) const {
    Beliefs said = truth;
    const ClassMatrix noise = even_noise(kRate, kKinds);
    for (size_t i = 0; i < truth.size(); ++i) {
      std::vector<double> own(kKinds);
      double sum = 0;
      for (size_t c = 0; c < kKinds; ++c) sum += own[c] = std::pow(truth.row(i)[c] + 1e-3, power);
      for (size_t l = 0; l < kKinds; ++l) {
        double& share = said.said[i * kKinds + l] = 0;
        for (size_t c = 0; c < kKinds; ++c) share += own[c] / sum * noise[c][l];
      }
    }
    return said;
  }
};

/// What the flags promise, less what they hold.
double promised_too_much(const Case& known, const ClassEstimate& found) {
  const std::vector<Judgement> judgements = judged_by_posterior(found.truth, found.noise);
  double promised = 0;
  double held = 0;
  double flagged = 0;
  for (size_t i = 0; i < judgements.size(); ++i) {
    if (!judgements[i].flagged) continue;
    flagged += 1;
    promised += judgements[i].suspicion;
    held += known.wrong[i] ? 1 : 0;
  }
  EXPECT_GT(flagged, 0.7 * kRate * kCases);
  return (promised - held) / flagged;
}

TEST(ClassEstimate, OverlapIsNotTakenForNoise) {
  const Case known;
  const std::vector<bool> nobody(kCases, false);
  const Beliefs first = known.noisy(1);
  const ClassEstimate found = estimate_classes({first, {}, {}, nobody});
  for (size_t own = 0; own < kKinds; ++own) EXPECT_NEAR(found.noise[own][own], 1 - kRate, 0.04) << own;
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

TEST(ClassEstimate, OfTwoPassesIsAsSureAsTheLabelsBearOut) {
  const Case known;
  const std::vector<bool> nobody(kCases, false);
  const Beliefs first = known.noisy(0.6);
  Beliefs floored = known.truth;
  for (double& share : floored.said) share += 1e-3;
  const Beliefs later = sharpened(floored, 0.5);
  const ClassEstimate found = estimate_classes({first, later, {}, nobody});
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

// The others know nothing: what models of trusted rows say is all there is.
TEST(ClassEstimate, ModelsOfTrustedRowsHaveTheShareThatTheyDeserve) {
  const Case known;
  std::vector<bool> trusted(kCases);
  for (size_t i = 0; i < trusted.size(); ++i) trusted[i] = !known.wrong[i] && i % 4 == 0;
  const Beliefs unsure = {kKinds, std::vector<double>(kCases * kKinds, 1.0 / kKinds), known.truth.given};
  const ClassEstimate found = estimate_classes({unsure, {}, known.truth, trusted});
  EXPECT_GE(found.trusted_share, 0.9);
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

}  // namespace
}  // namespace gbho
