#pragma once

#include <optional>
#include <vector>

#include "gbho/record/summary.h"
#include "gbho/surrogate/kriging.h"

namespace gbho::inline internal {

/// φ̂ and ŝ over one hyperparameter.
struct PhiSlice {
  std::vector<double> lambda;
  std::vector<double> mean;
  std::vector<double> error;
};

/// φ̂ and ŝ over two: mean[j][i] at (x[i], y[j]).
struct PhiMap {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::vector<double>> mean;
  std::vector<std::vector<double>> error;
};

/// The model of φ that a certificate was made from, made again from its evidence.
class PhiView {
 public:
  /// Nothing where the evidence is empty, too large to be drawn in a second or two, or no model at all.
  static std::optional<PhiView> from(const Certificate& certificate, const std::vector<Dimension>& space);

  /// Along one axis of the box, through a point.
  PhiSlice slice(size_t dimension, const std::vector<double>& through) const;
  /// Over the box of a space of two.
  PhiMap map() const;

 private:
  PhiView(Kriging model, size_t observations) : model_(std::move(model)), observations_(observations) {}
  size_t side(size_t wanted, size_t dimensions) const;

  Kriging model_;
  size_t observations_;
};

}  // namespace gbho::inline internal
