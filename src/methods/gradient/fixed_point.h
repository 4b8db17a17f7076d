#pragma once

#include <cstdint>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// A positive fraction.
struct Ratio {
  int64_t numerator = 1;
  int64_t denominator = 1;
};

/// A fraction n/d for a value in (0, 1), by continued fractions, with d at most 65,536: 9/10 for 0.9. It is
/// off by less than 1/(65,536·d).
Ratio nearest_ratio(double value);

/// Integers that are multiplied by a ratio below 1 and back, exactly. The digits that a division loses go
/// into one integer a value, and fill the places that the multiplication leaves open: a step adds
/// log₂(1/ratio) bits. Maclaurin, Duvenaud and Adams (2015), algorithm 3.
class InformationBuffer {
 public:
  explicit InformationBuffer(size_t size) : digits_(size, 0) {}

  void multiply(std::vector<int64_t>& values, const Ratio& ratio);
  /// Takes the last multiplication back.
  void divide(std::vector<int64_t>& values, const Ratio& ratio);
  int64_t bytes() const;

 private:
  struct Full {
    int64_t at;  ///< multiplications before it was put away
    std::vector<uint64_t> digits;
  };

  std::vector<uint64_t> digits_;
  std::vector<Full> full_;
  int64_t multiplications_ = 0;
};

/// SGD with momentum, not Nesterov's, on integers of 2⁻⁴⁰, which runs backwards bit for bit.
///   m ← μm + g,  β ← β − αm   and back:   β ← β + αm,  m ← (m − g(β))/μ
class FixedPointSgd {
 public:
  /// The velocity begins at zero.
  FixedPointSgd(const Weights& start, double momentum);

  /// A step along g. False, and nothing is changed, when a number is or becomes too large: 2²² or more.
  bool step(const Weights& gradient, double rate);
  /// The first half of a step back, with the rate it had: the weights before it.
  Weights weights_back(double rate);
  /// The second half, with the gradient at those weights.
  void velocity_back(const Weights& gradient);

  Weights weights() const;
  Weights velocity() const;
  const std::vector<int64_t>& position_digits() const { return position_; }
  const std::vector<int64_t>& velocity_digits() const { return velocity_; }
  /// Of the information buffer and the two integers a weight.
  int64_t bytes() const;

 private:
  Weights like_;  ///< for shapes, type and device
  Ratio momentum_;
  std::vector<int64_t> position_;
  std::vector<int64_t> velocity_;
  InformationBuffer buffer_;
};

}  // namespace gbho::inline internal
