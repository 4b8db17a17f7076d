#include "clean/class_estimate.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clean/judgement.h"
#include "clean/label_noise_rates.h"
#include "clean/label_posterior.h"
#include "clean/sharpness.h"
#include "clean/trusted_share.h"

namespace gbho::inline internal {
namespace {

constexpr int kReturns = 3;
constexpr int64_t kFewerFlags = 3;

Beliefs without(const std::vector<bool>& trusted, const Beliefs& all) {
  Beliefs part = {all.classes, {}, {}};
  for (size_t i = 0; i < all.size(); ++i) {
    if (trusted[i]) continue;
    part.said.insert(part.said.end(), all.row(i), all.row(i) + all.classes);
    part.given.push_back(all.given[i]);
  }
  return part;
}

void average_in(const Beliefs& other, Beliefs& truth) {
  for (size_t k = 0; k < truth.said.size(); ++k) truth.said[k] = (truth.said[k] + other.said[k]) / 2;
}

/// What all that were asked say together, and the share of the models of trusted rows in it.
Beliefs heard(const Witnesses& witnesses, const ClassMatrix& noise, double& trusted_share) {
  Beliefs truth = without_noise(witnesses.first, noise);
  if (witnesses.later.size() > 0) average_in(witnesses.later, truth);
  if (witnesses.by_trusted.size() > 0) trusted_share = mix_in(witnesses.by_trusted, witnesses.trusted, truth);
  return truth;
}

int64_t flagged(const ClassEstimate& estimate) {
  int64_t flags = 0;
  for (const Judgement& own : judged_by_posterior(estimate.truth, estimate.noise))
    flags += own.flagged ? 1 : 0;
  return flags;
}

}  // namespace

ClassEstimate estimate_classes(const Witnesses& witnesses) {
  ClassEstimate found;
  found.noise = noise_rates(without(witnesses.trusted, witnesses.first));
  found.truth = without_noise(witnesses.first, found.noise);
  if (witnesses.by_trusted.size() == 0 && witnesses.later.size() == 0) return found;
  const ClassEstimate by_first = found;
  // Rates that the first pass has seen where classes overlap would find themselves confirmed: it begins anew.
  const Beliefs& other = witnesses.later.size() > 0 ? witnesses.later : witnesses.by_trusted;
  found.noise = fitted_even_noise(without(witnesses.trusted, other));
  double power = 1;
  for (int round = 0; round < kReturns; ++round) {
    const Beliefs truth = heard(witnesses, found.noise, found.trusted_share);
    found.noise = fitted_noise(without(witnesses.trusted, sharpened(truth, power)));
    power = best_power(truth, found.noise, witnesses.trusted);
    found.truth = sharpened(truth, power);
  }
  if (witnesses.by_trusted.size() > 0 || kFewerFlags * flagged(found) >= flagged(by_first)) return found;
  // No noise and unsure models explain labels, too. Where hardly a flag is left, the first rates are kept.
  found.noise = by_first.noise;
  found.truth = heard(witnesses, found.noise, found.trusted_share);
  return found;
}

}  // namespace gbho::inline internal
