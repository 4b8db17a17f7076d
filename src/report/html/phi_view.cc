#include "report/html/phi_view.h"

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A prediction with its error takes N² steps, the factor N³/3, distances in n dimensions n for each pair:
// this is where a report would take seconds.
constexpr size_t kMostObservations = 2500;
constexpr double kMostSteps = 3e9;
constexpr size_t kSlicePoints = 200;
constexpr size_t kMapSide = 40;
constexpr size_t kLeastSide = 12;

VectorXd eigen_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

MatrixXd eigen_rows(const std::vector<std::vector<double>>& rows) {
  if (rows.empty()) return {};
  MatrixXd matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (size_t i = 0; i < rows.size(); ++i) matrix.row(static_cast<Index>(i)) = eigen_vector(rows[i]);
  return matrix;
}

// Rows of equal width, as many as there are values.
bool is_complete(const Evidence& evidence, size_t width) {
  const auto fits = [&](const std::vector<std::vector<double>>& rows) {
    return std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == width; });
  };
  const size_t count = evidence.phi.size();
  return count > 0 && evidence.lambda.size() == count && evidence.lengths.size() == width &&
         (evidence.gradients.empty() || evidence.gradients.size() == count) && fits(evidence.lambda) &&
         fits(evidence.gradients);
}

std::vector<double> spread(double low, double high, size_t count) {
  std::vector<double> points(count);
  for (size_t i = 0; i < count; ++i) {
    points[i] = low + (high - low) * static_cast<double>(i) / static_cast<double>(count - 1);
  }
  return points;
}

}  // namespace

std::optional<PhiView> PhiView::from(const Certificate& certificate, const std::vector<Dimension>& space) {
  const Evidence& evidence = certificate.evidence;
  if (space.empty() || !is_complete(evidence, space.size())) return std::nullopt;
  const size_t observations = evidence.phi.size() * (evidence.gradients.empty() ? 1 : 1 + space.size());
  const auto count = static_cast<double>(evidence.phi.size());
  const double distances = count * count * static_cast<double>(space.size());
  if (observations > kMostObservations || distances > kMostSteps) return std::nullopt;
  std::vector<double> low;
  std::vector<double> high;
  for (const Dimension& dimension : space) {
    low.push_back(dimension.low);
    high.push_back(dimension.high);
  }
  KrigingOptions options;
  options.correlation = evidence.correlation == "matern52" ? Correlation::kMatern52 : Correlation::kRbf;
  KrigingParameters parameters;
  parameters.lengths = eigen_vector(evidence.lengths);
  parameters.nugget = evidence.nugget;
  parameters.gradient_nugget = evidence.gradient_nugget;
  parameters.jitter = evidence.jitter;
  try {
    Kriging model(eigen_vector(low), eigen_vector(high), options);
    model.fit_fixed({eigen_rows(evidence.lambda), eigen_vector(evidence.phi), eigen_rows(evidence.gradients)},
                    parameters);
    return PhiView(std::move(model), observations);
  } catch (const Error&) {  // a report goes without the chart
    return std::nullopt;
  }
}

// Fewer points where each of them takes longer.
size_t PhiView::side(size_t wanted, size_t dimensions) const {
  const double points = kMostSteps / static_cast<double>(observations_ * observations_);
  const double most = std::pow(points, 1.0 / static_cast<double>(dimensions));
  return std::clamp(static_cast<size_t>(std::min(most, 1e6)), kLeastSide, wanted);
}

PhiSlice PhiView::slice(size_t dimension, const std::vector<double>& through) const {
  const auto k = static_cast<Index>(dimension);
  PhiSlice slice;
  slice.lambda = spread(model_.low()[k], model_.high()[k], side(kSlicePoints, 1));
  VectorXd point = eigen_vector(through);
  for (const double at : slice.lambda) {
    point[k] = at;
    const Prediction prediction = model_.predict(point, false);
    slice.mean.push_back(prediction.mean);
    slice.error.push_back(prediction.error);
  }
  return slice;
}

PhiMap PhiView::map() const {
  PhiMap map;
  const size_t count = side(kMapSide, 2);
  map.x = spread(model_.low()[0], model_.high()[0], count);
  map.y = spread(model_.low()[1], model_.high()[1], count);
  for (const double y : map.y) {
    std::vector<double>& means = map.mean.emplace_back();
    std::vector<double>& errors = map.error.emplace_back();
    for (const double x : map.x) {
      const Prediction prediction = model_.predict(Eigen::Vector2d(x, y), false);
      means.push_back(prediction.mean);
      errors.push_back(prediction.error);
    }
  }
  return map;
}

}  // namespace gbho::inline internal
