#include "gbho/methods/hypergradient_curve.h"

#include <cmath>

#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"

namespace gbho {
namespace {

// λ at parts [k] of the box, 0 at the low corner, 1 at the high one: [k, n].
torch::Tensor on_diagonal(const Space& space, const torch::Tensor& parts) {
  return space.low() + parts.unsqueeze(1) * (space.high() - space.low());
}

double relative(double error, double size) {
  return size > 0 ? std::sqrt(error / size) : 0;
}

void measure_errors(HypergradientCurve& curve, double steep) {
  double two_sided = 0;
  double one_sided = 0;
  double drifting = 0;
  double size = 0;
  for (const CurvePoint& point : curve.points) {
    two_sided += std::pow(point.two_sided - point.difference, 2);
    one_sided += std::pow(point.one_sided - point.difference, 2);
    drifting += std::pow(point.drifting - point.difference, 2);
    size += point.difference * point.difference;
    if (std::abs(point.difference) <= steep) continue;
    ++curve.steep;
    if (point.two_sided * point.difference > 0) ++curve.right_signs;
    if (point.one_sided * point.difference > 0) ++curve.one_sided_right_signs;
  }
  curve.relative_error = relative(two_sided, size);
  curve.one_sided_error = relative(one_sided, size);
  curve.drifting_error = relative(drifting, size);
}

}  // namespace

HypergradientCurve hypergradient_curve(const Problem& problem, const TuneOptions& tuning,
                                       const TwoSidedOptions& method, const CurveOptions& options,
                                       const Callback& callback) {
  const Space& space = problem.space();
  const Dimension& first = space.dimensions().front();
  const double range = first.high - first.low;
  const torch::Tensor place = torch::linspace(options.low, options.high, options.points, torch::kDouble);
  const torch::Tensor parts = (place - first.low) / range;
  const double shift = options.step / range;
  MethodContext context(problem, tuning, callback);
  context.begin_phase("search", 3 * options.points);
  const TrainedBatch below = context.train_with_state(on_diagonal(space, parts - shift));
  const TrainedBatch above = context.train_with_state(on_diagonal(space, parts + shift));
  const torch::Tensor lambda = on_diagonal(space, parts);
  const TrainedBatch here = context.train_with_state(lambda);
  if (below.evaluations.empty() || above.evaluations.empty() || here.evaluations.empty()) return {};
  const Hypergradient slopes =
      two_sided_hypergradient(context, settle(method, space), lambda, here.state, true);
  if (slopes.interrupted) return {};
  context.end_phase();

  // dλ/dplace along the diagonal: 1 for the first hyperparameter, its share of the range for the others.
  const torch::Tensor along = (space.high() - space.low()) / range;
  HypergradientCurve curve;
  for (int64_t i = 0; i < options.points; ++i) {
    const auto point = static_cast<size_t>(i);
    const torch::Tensor at_rest = torch::tensor(here.evaluations[point].lambda_gradient, torch::kDouble);
    const auto along_curve = [&](const torch::Tensor& slope) { return (slope * along).sum().item<double>(); };
    const auto one_sided = [&](const torch::Tensor& rest) {
      return along_curve(slopes.direct[i] + (slopes.plus_slope[i] - rest) / method.epsilon);
    };
    const double rise = above.evaluations[point].validation_loss - below.evaluations[point].validation_loss;
    curve.points.push_back({place[i].item<double>(), here.evaluations[point].validation_loss,
                            rise / (2 * options.step), along_curve(slopes.gradient[i]),
                            one_sided(slopes.rest_slope[i]), one_sided(at_rest)});
  }
  measure_errors(curve, options.steep);
  return curve;
}

}  // namespace gbho
