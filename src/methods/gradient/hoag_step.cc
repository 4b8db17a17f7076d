#include "methods/gradient/hoag_step.h"

#include <cmath>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

// As in the author's code.
constexpr double kSlack = 0.25;
constexpr double kGrowth = 0.95;    // of L, where F fell
constexpr double kTooHigh = 1.2;    // times the last F
constexpr double kSmallest = 1e-3;  // a gradient below says nothing of a step's length

}  // namespace

HoagStep::Outcome HoagStep::next(const torch::Tensor& lambda, const torch::Tensor& gradient, double value,
                                 double tolerance, double before) {
  const double norm = gradient.norm().item<double>();
  if (!std::isfinite(norm) || !std::isfinite(value))
    throw RunError("implicit: the hypergradient is not finite");
  const bool first = constant_ == 0;
  if (first) constant_ = norm > kSmallest ? norm / std::sqrt(static_cast<double>(space_.size())) : 1;
  if (!first && value >= kTooHigh * value_ && value > value_ + tolerance) {
    constant_ *= 2;
    return {from_, true};
  }
  const double enough =
      value_ + kSlack * tolerance + before * (kSlack + 1) * length_ - constant_ * length_ * length_;
  if (!first && value <= enough) constant_ *= kGrowth;
  from_ = lambda;
  value_ = value;
  const torch::Tensor next = space_.clamp(lambda - gradient / constant_);
  length_ = (next - lambda).norm().item<double>();
  return {next, false};
}

Weights HoagStep::state() const {
  return {torch::tensor({constant_, value_, length_}, torch::kDouble),
          from_.defined() ? from_.clone() : torch::empty({0}, torch::kDouble)};
}

void HoagStep::restore(const Weights& state) {
  constant_ = state.at(0)[0].item<double>();
  value_ = state.at(0)[1].item<double>();
  length_ = state.at(0)[2].item<double>();
  from_ = state.at(1).numel() > 0 ? state.at(1).clone() : torch::Tensor();
}

}  // namespace gbho::inline internal
