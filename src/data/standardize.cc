#include "data/standardize.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gbho::inline internal {
namespace {

/// x ← (x − mean) · scale, feature by feature.
struct Scaling {
  std::vector<double> mean;
  std::vector<double> scale;
};

/// Plain loops in double: the same result whatever the number of threads.
Scaling fit(const torch::Tensor& x, bool divide) {
  const auto rows = static_cast<size_t>(x.size(0));
  const size_t features = static_cast<size_t>(x.numel()) / rows;
  const float* data = x.data_ptr<float>();
  Scaling fitted{std::vector<double>(features, 0.0), std::vector<double>(features, 1.0)};
  for (size_t r = 0; r < rows; ++r) {
    for (size_t j = 0; j < features; ++j) fitted.mean[j] += data[r * features + j];
  }
  for (double& mean : fitted.mean) mean /= static_cast<double>(rows);
  if (!divide) return fitted;

  std::vector<double> squares(features, 0.0);
  std::vector<char> varies(features, 0);
  for (size_t r = 0; r < rows; ++r) {
    for (size_t j = 0; j < features; ++j) {
      const double off = data[r * features + j] - fitted.mean[j];
      squares[j] += off * off;
      varies[j] |= static_cast<char>(data[r * features + j] != data[j]);
    }
  }
  for (size_t j = 0; j < features; ++j) {
    const double deviation = std::sqrt(squares[j] / static_cast<double>(rows));
    if (varies[j] != 0 && deviation > 0) fitted.scale[j] = 1.0 / deviation;
  }
  return fitted;
}

void apply(const Scaling& scaling, Examples& part) {
  if (part.empty()) return;
  const size_t features = scaling.mean.size();
  float* data = part.x.data_ptr<float>();
  for (size_t r = 0; r < static_cast<size_t>(part.size()); ++r) {
    float* row = data + r * features;
    for (size_t j = 0; j < features; ++j) {
      row[j] = static_cast<float>((row[j] - scaling.mean[j]) * scaling.scale[j]);
    }
  }
}

}  // namespace

void standardize(Dataset& dataset, const std::string& kind) {
  if (kind == "none") return;
  const Scaling scaling = fit(dataset.train.x, kind == "standard");
  for (Examples* part : {&dataset.train, &dataset.validation, &dataset.test, &dataset.selection}) {
    apply(scaling, *part);
  }
}

}  // namespace gbho::inline internal
