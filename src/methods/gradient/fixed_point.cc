#include "methods/gradient/fixed_point.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>

// Symbols: c a value, i its digits in the buffer, n/d the ratio; ÷ and mod round towards −∞.
//   multiply:  i ← i·d + c mod d,  c ← (c ÷ d)·n + i mod n,  i ← i ÷ n

namespace gbho::inline internal {
namespace {

constexpr int64_t kLargestDenominator = 65536;
constexpr double kUnit = 1.0 / (int64_t{1} << 40);
constexpr double kLargest = int64_t{1} << 22;

int64_t floor_mod(int64_t a, int64_t b) {
  const int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

int64_t to_digits(double value) {
  return std::llround(value / kUnit);
}

// All numbers of an ensemble of one, one tensor after the other.
std::vector<double> all_numbers(const Weights& weights) {
  std::vector<double> numbers;
  for (const torch::Tensor& tensor : weights) {
    const torch::Tensor own = tensor.detach().to(torch::kCPU, torch::kDouble).contiguous();
    numbers.insert(numbers.end(), own.data_ptr<double>(), own.data_ptr<double>() + own.numel());
  }
  return numbers;
}

std::vector<int64_t> all_digits(const Weights& weights) {
  std::vector<int64_t> digits;
  for (const double number : all_numbers(weights)) digits.push_back(to_digits(number));
  return digits;
}

Weights tensors_of(const std::vector<int64_t>& digits, const Weights& like) {
  Weights weights;
  const int64_t* next = digits.data();
  for (const torch::Tensor& tensor : like) {
    torch::Tensor numbers = torch::empty(tensor.sizes(), torch::kDouble);
    auto* number = numbers.data_ptr<double>();
    for (int64_t i = 0; i < tensor.numel(); ++i) *number++ = static_cast<double>(*next++) * kUnit;
    weights.push_back(numbers.to(tensor.device(), tensor.scalar_type()));
  }
  return weights;
}

}  // namespace

Ratio nearest_ratio(double value) {
  Ratio before{1, 0};
  Ratio ratio{0, 1};
  double rest = value;
  for (int i = 0; i < 40; ++i) {
    if (std::abs(value - static_cast<double>(ratio.numerator) / static_cast<double>(ratio.denominator)) <
        1e-15)
      break;
    rest = 1 / rest;
    const double whole = std::floor(rest);
    if (whole * static_cast<double>(ratio.denominator) + static_cast<double>(before.denominator) >
        static_cast<double>(kLargestDenominator))
      break;
    const auto times = static_cast<int64_t>(whole);
    const Ratio next{times * ratio.numerator + before.numerator,
                     times * ratio.denominator + before.denominator};
    before = ratio;
    ratio = next;
    rest -= whole;
  }
  if (ratio.numerator == 0) ratio = {1, kLargestDenominator};
  return ratio;
}

void InformationBuffer::multiply(std::vector<int64_t>& values, const Ratio& ratio) {
  const int64_t n = ratio.numerator;
  const int64_t d = ratio.denominator;
  const uint64_t most =
      (std::numeric_limits<uint64_t>::max() - static_cast<uint64_t>(d)) / static_cast<uint64_t>(d);
  if (std::any_of(digits_.begin(), digits_.end(), [&](uint64_t i) { return i > most; })) {
    full_.push_back({multiplications_, std::move(digits_)});
    digits_.assign(values.size(), 0);
  }
  for (size_t k = 0; k < values.size(); ++k) {
    const int64_t low = floor_mod(values[k], d);
    const uint64_t i = digits_[k] * static_cast<uint64_t>(d) + static_cast<uint64_t>(low);
    values[k] = (values[k] - low) / d * n + static_cast<int64_t>(i % static_cast<uint64_t>(n));
    digits_[k] = i / static_cast<uint64_t>(n);
  }
  ++multiplications_;
}

void InformationBuffer::divide(std::vector<int64_t>& values, const Ratio& ratio) {
  const int64_t n = ratio.numerator;
  const int64_t d = ratio.denominator;
  for (size_t k = 0; k < values.size(); ++k) {
    const int64_t low = floor_mod(values[k], n);
    const uint64_t i = digits_[k] * static_cast<uint64_t>(n) + static_cast<uint64_t>(low);
    values[k] = (values[k] - low) / n * d + static_cast<int64_t>(i % static_cast<uint64_t>(d));
    digits_[k] = i / static_cast<uint64_t>(d);
  }
  --multiplications_;
  if (full_.empty() || full_.back().at != multiplications_) return;
  digits_ = std::move(full_.back().digits);
  full_.pop_back();
}

int64_t InformationBuffer::bytes() const {
  return static_cast<int64_t>((full_.size() + 1) * digits_.size() * sizeof(uint64_t));
}

FixedPointSgd::FixedPointSgd(const Weights& start, double momentum)
    : like_(start),
      momentum_(nearest_ratio(momentum)),
      position_(all_digits(start)),
      velocity_(position_.size(), 0),
      buffer_(position_.size()) {}

bool FixedPointSgd::step(const Weights& gradient, double rate) {
  const std::vector<double> g = all_numbers(gradient);
  const double mu = static_cast<double>(momentum_.numerator) / static_cast<double>(momentum_.denominator);
  for (size_t k = 0; k < g.size(); ++k) {
    const double velocity = mu * static_cast<double>(velocity_[k]) * kUnit + g[k];
    const double position = static_cast<double>(position_[k]) * kUnit - rate * velocity;
    if (!(std::abs(g[k]) < kLargest && std::abs(velocity) < kLargest && std::abs(position) < kLargest))
      return false;
  }
  buffer_.multiply(velocity_, momentum_);
  for (size_t k = 0; k < g.size(); ++k) {
    velocity_[k] += to_digits(g[k]);
    position_[k] -= std::llround(rate * static_cast<double>(velocity_[k]));
  }
  return true;
}

Weights FixedPointSgd::weights_back(double rate) {
  for (size_t k = 0; k < position_.size(); ++k) {
    position_[k] += std::llround(rate * static_cast<double>(velocity_[k]));
  }
  return weights();
}

void FixedPointSgd::velocity_back(const Weights& gradient) {
  const std::vector<double> g = all_numbers(gradient);
  for (size_t k = 0; k < g.size(); ++k) velocity_[k] -= to_digits(g[k]);
  buffer_.divide(velocity_, momentum_);
}

Weights FixedPointSgd::weights() const {
  return tensors_of(position_, like_);
}

Weights FixedPointSgd::velocity() const {
  return tensors_of(velocity_, like_);
}

int64_t FixedPointSgd::bytes() const {
  return buffer_.bytes() + static_cast<int64_t>((position_.size() + velocity_.size()) * sizeof(int64_t));
}

}  // namespace gbho::inline internal
