#include "study/paired_gain.h"

#include <algorithm>
#include <cmath>

namespace gbho::inline internal {

void PairedGain::add(double without, double with) {
  const double difference = without - with;
  ++rows_;
  without_ += without;
  with_ += with;
  difference_ += difference;
  squares_ += difference * difference;
}

Gain PairedGain::gain() const {
  Gain gain;
  if (rows_ == 0) return gain;
  gain.without = without_ / rows_;
  gain.with = with_ / rows_;
  gain.gain = difference_ / rows_;
  if (rows_ < 2) return gain;
  const double variance = std::max(0.0, squares_ / rows_ - gain.gain * gain.gain) * rows_ / (rows_ - 1);
  gain.error = std::sqrt(variance / rows_);
  return gain;
}

Gain paired_gain(const std::vector<double>& without, const std::vector<double>& with) {
  PairedGain gain;
  for (size_t i = 0; i < without.size(); ++i) gain.add(without[i], with[i]);
  return gain.gain();
}

}  // namespace gbho::inline internal
