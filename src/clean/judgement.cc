#include "clean/judgement.h"

#include <algorithm>
#include <cmath>

#include "clean/confident_joint.h"
#include "clean/label_posterior.h"

namespace gbho::inline internal {
namespace {

size_t likeliest_other(const double* classes, size_t count, size_t label) {
  size_t best = label == 0 ? 1 : 0;
  for (size_t c = 0; c < count; ++c) {
    if (c != label && classes[c] > classes[best]) best = c;
  }
  return best;
}

Judgement judged(const std::vector<double>& posterior, size_t given) {
  Judgement own;
  // Not 1 − the label's: the sum of small numbers keeps their digits.
  for (size_t c = 0; c < posterior.size(); ++c) own.suspicion += c == given ? 0.0 : posterior[c];
  own.suspicion = std::min(own.suspicion, 1.0);
  constexpr double kSmallest = 1e-300;
  own.order = std::log(std::max(own.suspicion, kSmallest)) - std::log(std::max(posterior[given], kSmallest));
  own.flagged = own.suspicion > 0.5;
  own.instead = likeliest_other(posterior.data(), posterior.size(), given);
  return own;
}

}  // namespace

std::vector<Judgement> judged_by_posterior(const Beliefs& truth, const ClassMatrix& noise) {
  std::vector<Judgement> judgements;
  judgements.reserve(truth.size());
  for (size_t i = 0; i < truth.size(); ++i)
    judgements.push_back(judged(label_posterior(truth.row(i), noise, truth.given[i]), truth.given[i]));
  return judgements;
}

std::vector<Judgement> judged_by_confidence(const Beliefs& beliefs, const std::string& ranking) {
  const std::vector<bool> flags = pruned_by_noise_rate(beliefs, confident_joint(beliefs));
  std::vector<Judgement> judgements(beliefs.size());
  for (size_t i = 0; i < beliefs.size(); ++i) {
    Judgement& own = judgements[i];
    const double* said = beliefs.row(i);
    const size_t given = beliefs.given[i];
    own.instead = likeliest_other(said, beliefs.classes, given);
    own.suspicion =
        ranking == "margin" ? (1 + said[own.instead] - said[given]) / 2 : std::max(0.0, 1 - said[given]);
    own.order = own.suspicion;
    own.flagged = flags[i];
  }
  return judgements;
}

}  // namespace gbho::inline internal
