#include "run/class_metric.h"

#include <array>
#include <cmath>
#include <map>

#include "predictor/class_counts.h"

namespace gbho::inline internal {
namespace {

// Rows of the same class that are decided alike are alike to the metric, so that the jackknife leaves one of
// each kind out: θ₍ᵢ₎ without row i, error² = (N − 1)/N Σ (θ₍ᵢ₎ − mean)².
using Kind = std::array<int64_t, 3>;  // class, first decision, second

class Jackknife {
 public:
  Jackknife(const std::string& metric, int64_t classes, bool difference)
      : metric_(metric), difference_(difference), first_(static_cast<size_t>(classes)), second_(first_) {}

  void add(const Kind& kind, double count) {
    kinds_[kind] += count;
    put(kind, count);
    rows_ += count;
  }

  MetricEstimate estimate() {
    MetricEstimate estimate{value(), 0};
    double sum = 0;
    double squares = 0;
    for (const auto& [kind, count] : kinds_) {
      put(kind, -1);
      const double shift = value() - estimate.value;
      put(kind, 1);
      sum += count * shift;
      squares += count * shift * shift;
    }
    const double mean = sum / rows_;
    estimate.error = std::sqrt((rows_ - 1) / rows_ * (squares - rows_ * mean * mean));
    return estimate;
  }

 private:
  void put(const Kind& kind, double count) {
    first_.add(kind[0], kind[1], count);
    second_.add(kind[0], kind[2], count);
  }

  double of(const ClassCounts& counts) const {
    return metric_ == "f1" ? counts.f1() : counts.balanced_accuracy();
  }

  double value() const { return difference_ ? of(second_) - of(first_) : of(second_); }

  std::string metric_;
  bool difference_;
  ClassCounts first_;
  ClassCounts second_;
  std::map<Kind, double> kinds_;
  double rows_ = 0;
};

}  // namespace

MetricEstimate class_metric(const std::string& metric, int64_t classes, const std::vector<int64_t>& truth,
                            const std::vector<int64_t>& decided) {
  Jackknife jackknife(metric, classes, false);
  for (size_t i = 0; i < truth.size(); ++i) jackknife.add({truth[i], decided[i], decided[i]}, 1);
  return jackknife.estimate();
}

MetricEstimate class_metric_gain(const std::string& metric, int64_t classes,
                                 const std::vector<int64_t>& truth, const std::vector<int64_t>& a,
                                 const std::vector<int64_t>& b) {
  Jackknife jackknife(metric, classes, true);
  for (size_t i = 0; i < truth.size(); ++i) jackknife.add({truth[i], a[i], b[i]}, 1);
  return jackknife.estimate();
}

}  // namespace gbho::inline internal
