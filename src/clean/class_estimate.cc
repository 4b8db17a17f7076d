#include "clean/class_estimate.h"

#include <cstddef>
#include <vector>

#include "clean/label_noise_rates.h"
#include "clean/label_posterior.h"
#include "clean/sharpness.h"
#include "clean/trusted_share.h"

namespace gbho::inline internal {
namespace {

constexpr int kReturns = 3;

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

}  // namespace

ClassEstimate estimate_classes(const Witnesses& witnesses) {
  ClassEstimate found;
  found.noise = noise_rates(without(witnesses.trusted, witnesses.first));
  found.truth = without_noise(witnesses.first, found.noise);
  const bool trusted = witnesses.by_trusted.size() > 0;
  if (!trusted && witnesses.later.size() == 0) return found;
  // Rates that the first pass has seen where classes overlap would find themselves confirmed: it begins anew.
  const Beliefs& other = witnesses.later.size() > 0 ? witnesses.later : witnesses.by_trusted;
  found.noise = fitted_even_noise(without(witnesses.trusted, other));
  double power = 1;
  for (int round = 0; round < kReturns; ++round) {
    Beliefs truth = without_noise(witnesses.first, found.noise);
    if (witnesses.later.size() > 0) average_in(witnesses.later, truth);
    if (trusted) found.trusted_share = mix_in(witnesses.by_trusted, witnesses.trusted, truth);
    found.noise = fitted_noise(without(witnesses.trusted, sharpened(truth, power)));
    power = best_power(truth, found.noise, witnesses.trusted);
    found.truth = sharpened(truth, power);
  }
  return found;
}

}  // namespace gbho::inline internal
