#pragma once

#include <vector>

#include "gbho/record/table_findings.h"

namespace gbho::inline internal {

/// Losses of the same rows, without something and with it: the mean of their differences and its standard
/// error.
class PairedGain {
 public:
  void add(double without, double with);
  double rows() const { return rows_; }
  Gain gain() const;

 private:
  double rows_ = 0;
  double without_ = 0;
  double with_ = 0;
  double difference_ = 0;
  double squares_ = 0;
};

Gain paired_gain(const std::vector<double>& without, const std::vector<double>& with);

}  // namespace gbho::inline internal
