#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// A metric of decisions, with its standard error over the rows by the jackknife.
struct MetricEstimate {
  double value = 0;
  double error = 0;
};

/// `metric`: balanced_accuracy | f1.
MetricEstimate class_metric(const std::string& metric, int64_t classes, const std::vector<int64_t>& truth,
                            const std::vector<int64_t>& decided);

/// By how much it is better with decisions `b` than with `a`, of the same rows.
MetricEstimate class_metric_gain(const std::string& metric, int64_t classes,
                                 const std::vector<int64_t>& truth, const std::vector<int64_t>& a,
                                 const std::vector<int64_t>& b);

}  // namespace gbho::inline internal
