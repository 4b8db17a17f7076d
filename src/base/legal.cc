#include "gbho/base/legal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gbho {

Legal at_least(double low) {
  Legal legal;
  legal.low_ = low;
  return legal;
}

Legal above(double low) {
  Legal legal = at_least(low);
  legal.with_low_ = false;
  return legal;
}

Legal between(double low, double high) {
  return at_least(low).at_most(high);
}

Legal one_of(std::vector<std::string> words) {
  Legal legal;
  legal.words_ = std::move(words);
  return legal;
}

Legal Legal::at_most(double high) const {
  Legal legal = *this;
  legal.high_ = high;
  return legal;
}

Legal Legal::below(double high) const {
  Legal legal = at_most(high);
  legal.with_high_ = false;
  return legal;
}

bool Legal::allows(double value) const {
  const bool reaches = with_low_ ? value >= low_ : value > low_;
  const bool stays = with_high_ ? value <= high_ : value < high_;
  return std::isfinite(value) && reaches && stays;
}

bool Legal::allows(const std::string& word) const {
  return words_.empty() || std::find(words_.begin(), words_.end(), word) != words_.end();
}

Legal Legal::hint(std::string remedy) const {
  Legal legal = *this;
  legal.hint_ = std::move(remedy);
  return legal;
}

std::string Legal::rule() const {
  return hint_.empty() ? interval() : interval() + "; " + hint_;
}

std::string Legal::interval() const {
  const bool bounded_below = std::isfinite(low_);
  const bool bounded_above = std::isfinite(high_);
  if (!bounded_below && !bounded_above) return "finite";
  if (bounded_below && bounded_above && with_low_ && with_high_) {
    return fmt::format("between {} and {}", low_, high_);
  }
  const std::string from = fmt::format("{} {}", with_low_ ? "at least" : "above", low_);
  const std::string to = fmt::format("{} {}", with_high_ ? "at most" : "below", high_);
  if (!bounded_above) return !with_low_ && low_ == 0 ? "positive" : from;
  return bounded_below ? from + " and " + to : to;
}

std::string Legal::sign() const {
  std::string text;
  if (std::isfinite(low_)) text = fmt::format("{} {}", with_low_ ? "≥" : ">", low_);
  if (std::isfinite(high_)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_high_ ? "≤" : "<", high_);
  }
  return text;
}

}  // namespace gbho
