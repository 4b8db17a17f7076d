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

constexpr int kEstimateRows = 3000;
constexpr size_t kEstimateKinds = 3;
constexpr double kWrongShare = 0.2;

/// What is true of rows on a line where two of three classes overlap, and labels of which a fifth is wrong.
struct OverlapCase {
  Beliefs truth = {kEstimateKinds, {}, {}};
  std::vector<bool> wrong;

  OverlapCase() {
    Stream stream(7, "test.estimate");
    for (int i = 0; i < kEstimateRows; ++i) {
      const double p = 1 / (1 + std::exp(-4 * stream.normal()));
      const bool third = stream.uniform() < 1.0 / 3;
      const std::vector<double> own = {third ? 0.0 : p, third ? 0.0 : 1 - p, third ? 1.0 : 0.0};
      truth.said.insert(truth.said.end(), own.begin(), own.end());
      const size_t is = third ? 2 : stream.uniform() < p ? 0 : 1;
      wrong.push_back(stream.uniform() < kWrongShare);
      truth.given.push_back(wrong.back() ? (is + 1 + static_cast<size_t>(stream.below(2))) % kEstimateKinds
                                         : is);
    }
  }

  /// What models say that have learned the wrong labels, too, and say it less surely than they could.
  Beliefs noisy(double power) const {
    Beliefs said = truth;
    const ClassMatrix noise = even_noise(kWrongShare, kEstimateKinds);
    for (size_t i = 0; i < truth.size(); ++i) {
      std::vector<double> own(kEstimateKinds);
      double sum = 0;
      for (size_t c = 0; c < kEstimateKinds; ++c) sum += own[c] = std::pow(truth.row(i)[c] + 1e-3, power);
      for (size_t l = 0; l < kEstimateKinds; ++l) {
        double& share = said.said[i * kEstimateKinds + l] = 0;
        for (size_t c = 0; c < kEstimateKinds; ++c) share += own[c] / sum * noise[c][l];
      }
    }
    return said;
  }
};

/// What the flags promise, less what they hold.
double promised_too_much(const OverlapCase& known, const ClassEstimate& found) {
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
  EXPECT_GT(flagged, 0.7 * kWrongShare * kEstimateRows);
  return (promised - held) / flagged;
}

TEST(ClassEstimate, OverlapIsNotTakenForNoise) {
  const OverlapCase known;
  const std::vector<bool> nobody(kEstimateRows, false);
  const Beliefs first = known.noisy(1);
  const ClassEstimate found = estimate_classes({first, {}, {}, nobody});
  for (size_t own = 0; own < kEstimateKinds; ++own)
    EXPECT_NEAR(found.noise[own][own], 1 - kWrongShare, 0.04) << own;
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

TEST(ClassEstimate, OfTwoPassesIsAsSureAsTheLabelsBearOut) {
  const OverlapCase known;
  const std::vector<bool> nobody(kEstimateRows, false);
  const Beliefs first = known.noisy(0.6);
  Beliefs floored = known.truth;
  for (double& share : floored.said) share += 1e-3;
  const Beliefs later = sharpened(floored, 0.5);
  const ClassEstimate found = estimate_classes({first, later, {}, nobody});
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

// The others know nothing: what models of trusted rows say is all there is.
TEST(ClassEstimate, ModelsOfTrustedRowsHaveTheShareThatTheyDeserve) {
  const OverlapCase known;
  std::vector<bool> trusted(kEstimateRows);
  for (size_t i = 0; i < trusted.size(); ++i) trusted[i] = !known.wrong[i] && i % 4 == 0;
  const Beliefs unsure = {kEstimateKinds,
                          std::vector<double>(kEstimateRows * kEstimateKinds, 1.0 / kEstimateKinds),
                          known.truth.given};
  const ClassEstimate found = estimate_classes({unsure, {}, known.truth, trusted});
  EXPECT_GE(found.trusted_share, 0.9);
  EXPECT_NEAR(promised_too_much(known, found), 0, 0.05);
}

// Models so unsure that they explain every label without noise: what the first pass has seen stays.
TEST(ClassEstimate, UnsureModelsDoNotTakeAllFlagsAway) {
  const OverlapCase known;
  const std::vector<bool> nobody(kEstimateRows, false);
  const Beliefs first = known.noisy(1);
  Beliefs later = known.truth;
  for (double& share : later.said) share = 0.7 * share + 0.1;
  const ClassEstimate alone = estimate_classes({first, {}, {}, nobody});
  const ClassEstimate found = estimate_classes({first, later, {}, nobody});
  const auto flags = [](const ClassEstimate& estimate) {
    double sum = 0;
    for (const Judgement& own : judged_by_posterior(estimate.truth, estimate.noise))
      sum += own.flagged ? 1 : 0;
    return sum;
  };
  EXPECT_GE(flags(found), flags(alone) / 3);
}

}  // namespace
}  // namespace gbho
