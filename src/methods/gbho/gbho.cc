#include "gbho/methods/gbho.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "methods/certificate.h"
#include "methods/eigen_tensors.h"
#include "methods/gbho/joint_solve.h"
#include "methods/gbho/lagrangian.h"
#include "methods/gbho/settings.h"
#include "methods/value_model.h"

namespace gbho {
namespace {

// λ that moves less than this part of its range, in every dimension, has stopped.
constexpr double kStandstill = 1e-3;

JointPoint best_sampled_pair(const MethodContext& context) {
  const Incumbent& best = *context.best();
  return {to_row(best.evaluation.lambda), best.weights, best.evaluation.objective,
          best.evaluation.validation_loss};
}

// The design; one that fills the box with fewer points when the budget does not allow it.
torch::Tensor design_within(GbhoOptions options, const MethodContext& context) {
  torch::Tensor design = design_points(options, context.space(), context.seed());
  if (design.size(0) <= context.solves_left()) return design;
  options.design = "latin";
  options.points = {std::max<int64_t>(1, context.solves_left())};
  return design_points(options, context.space(), context.seed());
}

bool has_moved(const Space& space, const torch::Tensor& from, const torch::Tensor& to) {
  return ((to - from).abs() / (space.high() - space.low())).max().item<double>() > kStandstill;
}

Iteration record_of(int64_t index, const JointPoint& point, const Certificate& certificate,
                    const Lagrangian& lagrangian) {
  Iteration record;
  record.index = index;
  record.kind = "iteration";
  record.lambda = to_vector(to_eigen(point.lambda));
  record.f = point.lower;
  record.upper = point.upper;
  record.phi_hat = certificate.phi_hat;
  record.s_hat = certificate.s_hat;
  record.mu = lagrangian.mu();
  record.rho = lagrangian.rho();
  return record;
}

MethodResult stopped(MethodResult result, Termination termination, std::string message) {
  result.termination = termination;
  result.message = std::move(message);
  return result;
}

}  // namespace

// Algorithm 1 of the paper.
MethodResult GbhoMethod::run(MethodContext& context) {
  const GbhoOptions options = settle(options_, context.space());
  MethodResult result;
  context.begin_search();
  const torch::Tensor design = design_within(options, context);
  const int64_t samples = design.size(0);
  context.begin_phase("design", samples);
  context.evaluate(design);
  result.iterations = iterations_of(context.evaluations());
  if (context.stop_requested()) return stopped(result, Termination::kInterrupted, "stopped in the design");
  context.end_phase();
  if (!context.best()) return result;  // every sample diverged: the caller says so

  ValueModel model(context.problem(), {kriging_options(options, context.seed()), options.envelope_gradients,
                                       options.certain_bound});
  context.begin_phase("fit", samples);
  try {
    model.fit(context.evaluations());
    context.end_phase();
  } catch (const Error& error) {
    return stopped(result, Termination::kNoModel,
                   fmt::format("φ̂ could not be fitted ({}); the best sample is the answer", error.what()));
  }

  Lagrangian lagrangian(options);
  JointPoint point = best_sampled_pair(context);
  context.begin_phase("iterations", options.iterations);
  for (int64_t j = 0; j < options.iterations; ++j) {
    if (context.solves_left() < 1) {
      context.end_phase();
      return stopped(
          result, Termination::kBudget,
          fmt::format("the budget ended the search after {} of {} iterations", j, options.iterations));
    }
    const torch::Tensor before = point.lambda;
    const bool done = minimize_lagrangian(context, options, model, lagrangian, j, point);
    if (!done)
      return stopped(result, Termination::kInterrupted, fmt::format("stopped in iteration {}", j + 1));

    // C1 and C2, before the new point joins the sample.
    Certificate certificate =
        certify(model, point.lambda, point.lower, {options.z, options.delta, options.epsilon});
    Iteration record =
        record_of(static_cast<int64_t>(result.iterations.size()), point, certificate, lagrangian);
    lagrangian.update(point.lower - model.ceiling(to_eigen(point.lambda), options.z).value);

    const std::vector<Evaluation> solved = context.evaluate(point.lambda);
    if (solved.empty()) {
      return stopped(result, Termination::kInterrupted, fmt::format("stopped in iteration {}", j + 1));
    }
    record_solve(solved[0], certificate, record);
    result.iterations.push_back(record);
    context.note(record);
    result.certificate = certificate;
    result.joint = point.weights;
    result.joint_lambda = record.lambda;

    const bool still = !has_moved(context.space(), before, point.lambda);
    if (certificate.c2 && (certificate.c1 || still)) {
      context.end_phase();
      return stopped(result, Termination::kConverged,
                     fmt::format("{} after {} of {} iterations",
                                 certificate.c1 ? "C1 and C2 hold" : "λ stands still and C2 holds", j + 1,
                                 options.iterations));
    }
    if (!options.one_shot) model.add(solved[0]);
  }
  context.end_phase();
  result.message = fmt::format("{} samples and {} iterations", samples, options.iterations);
  return result;
}

}  // namespace gbho
