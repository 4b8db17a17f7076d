#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace gbho::inline internal {

/// Of a sample; not a number where the sample is too small to tell.
struct Statistic {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();  ///< standard error of the mean
  int64_t count = 0;
};

/// Values that are not finite are missing: they do not count.
Statistic statistic(const std::vector<double>& values);

/// A mean with its 95 % confidence interval by Student's t.
struct Difference {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  int64_t count = 0;
};

/// Of values[i] − reference[i], over those i where both are finite.
Difference paired_difference(const std::vector<double>& values, const std::vector<double>& reference);

/// The t below which Student's distribution with so many degrees of freedom has this probability, in (0, 1).
double student_quantile(double probability, int64_t degrees);

}  // namespace gbho::inline internal
