#include "gbho/methods/value_coverage.h"

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/run/context.h"
#include "gbho/surrogate/designs.h"
#include "methods/gbho/settings.h"
#include "run/eigen_tensors.h"
#include "run/value_model.h"

namespace gbho {
namespace {

ValueModelOptions model_options(const GbhoOptions& method, uint64_t seed, bool gradients) {
  return {gbho::kriging_options(method, seed), gradients, true};
}

CoveragePoint predicted(const ValueModel& model, const Evaluation& solved) {
  const Prediction prediction = model.predict(to_eigen(solved.lambda));
  CoveragePoint point;
  point.lambda = solved.lambda;
  point.phi_hat = prediction.mean;
  point.s_hat = prediction.error;
  point.phi = solved.objective;
  return point;
}

std::vector<Evaluation> without(const std::vector<Evaluation>& sample, size_t left_out) {
  std::vector<Evaluation> others = sample;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
  return others;
}

std::vector<CoveragePoint> leave_one_out(const Problem& problem, const ValueModelOptions& options,
                                         const std::vector<Evaluation>& sample) {
  std::vector<CoveragePoint> points;
  for (size_t i = 0; i < sample.size(); ++i) {
    if (!sample[i].usable()) continue;
    ValueModel model(problem, options);
    model.fit(without(sample, i));
    points.push_back(predicted(model, sample[i]));
  }
  return points;
}

struct Solves {
  std::vector<Evaluation> sample;
  std::vector<Evaluation> fresh;
  std::vector<Evaluation> longer;
};

std::vector<CoveragePoint> elsewhere(const Problem& problem, const ValueModelOptions& options,
                                     const Solves& solves) {
  ValueModel model(problem, options);
  model.fit(solves.sample);
  std::vector<CoveragePoint> points;
  for (size_t i = 0; i < solves.fresh.size(); ++i) {
    if (!solves.fresh[i].usable()) continue;
    points.push_back(predicted(model, solves.fresh[i]));
    if (solves.longer[i].usable()) points.back().longer = solves.longer[i].objective;
  }
  return points;
}

// False when interrupted.
bool solve(const Problem& problem, const TuneOptions& tuning, const GbhoOptions& settled,
           const CoverageOptions& options, const Callback& callback, Solves& solves) {
  const Space& space = problem.space();
  const torch::Tensor fresh = to_tensor(
      random_design(low_of(space), high_of(space), options.points, Stream(tuning.seed, "coverage.points")));
  MethodContext usual(problem, tuning, callback);
  usual.begin_phase("usual solves", options.points);
  solves.sample = usual.train(design_points(settled, space, tuning.seed));
  if (usual.stop_requested()) return false;
  solves.fresh = usual.train(fresh);
  if (usual.stop_requested()) return false;
  usual.end_phase();
  TuneOptions patient = tuning;
  patient.lower.epochs *= options.longer;
  MethodContext longer(problem, patient, callback);
  longer.begin_phase("longer solves", options.points);
  solves.longer = longer.train(fresh);
  if (longer.stop_requested()) return false;
  longer.end_phase();
  return true;
}

}  // namespace

std::vector<ValueCoverage> value_coverage(const Problem& problem, const TuneOptions& tuning,
                                          const GbhoOptions& method, const CoverageOptions& options,
                                          const Callback& callback) {
  const GbhoOptions settled = gbho::settle(method, problem.space());
  Solves solves;
  if (!solve(problem, tuning, settled, options, callback, solves)) return {};
  std::vector<ValueCoverage> all;
  for (const bool gradients : {false, true}) {
    const ValueModelOptions model = model_options(settled, tuning.seed, gradients);
    all.push_back(
        {gradients, leave_one_out(problem, model, solves.sample), elsewhere(problem, model, solves)});
  }
  return all;
}

CoverageCount count_covered(const std::vector<CoveragePoint>& points, double z, bool against_longer) {
  CoverageCount count;
  for (const CoveragePoint& point : points) {
    const double phi = against_longer ? point.longer : point.phi;
    if (!std::isfinite(phi)) continue;
    ++count.points;
    if (std::abs(phi - point.phi_hat) <= z * point.s_hat) ++count.within;
    if (phi >= point.phi_hat - z * point.s_hat) ++count.not_below;
  }
  return count;
}

}  // namespace gbho
