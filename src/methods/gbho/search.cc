#include "methods/gbho/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gbho/base/error.h"
#include "methods/gbho/settings.h"
#include "run/certificate.h"
#include "run/eigen_tensors.h"

namespace gbho::inline internal {
namespace {

// λ that moves less than this part of its range, in every dimension, has stood still.
constexpr double kStandstill = 1e-3;

KrigingOptions stoppable(KrigingOptions options, MethodContext& context) {
  options.stop = [&context] { return context.stop_requested(); };
  return options;
}

Iteration record_of(int64_t index, const JointPoint& point, const Certificate& certificate,
                    const Lagrangian& lagrangian) {
  Iteration record;
  record.index = index;
  record.kind = "iteration";
  record.lambda = certificate.lambda;
  record.f = point.lower;
  record.upper = point.upper;
  record.phi_hat = certificate.phi_hat;
  record.s_hat = certificate.s_hat;
  record.mu = lagrangian.mu();
  record.rho = lagrangian.rho();
  return record;
}

}  // namespace

GbhoSearch::GbhoSearch(MethodContext& context, GbhoOptions options)
    : context_(context),
      options_(std::move(options)),
      model_(context.problem(), {stoppable(kriging_options(options_, context.seed()), context),
                                 options_.envelope_gradients, options_.certain_bound}),
      lagrangian_(options_) {}

// Algorithm 1 of the paper; on the right the numbers of its lines. C1 and C2 are in the paper's section on
// termination.
MethodResult GbhoSearch::run() {
  if (!sample_design()) return std::move(result_);  //  3–6: φ(λ⁽ⁱ⁾) and F(β⁽ⁱ⁾), i = 1 … t
  if (!fit_value_model()) return std::move(result_);  //  7: φ̂ and ŝ from P⁰
  start_from_best_pair();                             //  8: I⁰
  while (begin_iteration()) {                         //  9: j = 1 … N
    if (!minimize_lagrangian()) break;                // 10–11: Iʲ = (λʲ, βʲ)
    certify();                                        //     C1 and C2, before λʲ joins the sample
    update_multipliers();                             // 12–13: μʲ and ρʲ
    if (!solve_lower_level()) break;                  // 14: φ(λʲ)
    if (!continue_unless_converged()) break;          //     C1 and C2
    if (!refine_value_model()) break;                 // 14–15: φ̂ and ŝ from Pʲ
  }
  return std::move(result_);  // 17
}

bool GbhoSearch::sample_design() {
  const torch::Tensor design = affordable_design();
  samples_ = design.size(0);
  context_.begin_phase("design", samples_);
  context_.train(design);
  result_.iterations = iterations_of(context_.evaluations());
  if (context_.stop_requested()) return stop(Termination::kInterrupted, "stopped in the design");
  context_.end_phase();
  return context_.best().has_value();  // none where every sample diverged: the caller says so
}

bool GbhoSearch::fit_value_model() {
  context_.begin_phase("fit", samples_);
  try {
    model_.fit(context_.evaluations());
  } catch (const Error& error) {
    if (context_.stop_requested()) return stop(Termination::kInterrupted, "stopped while φ̂ was fitted");
    return stop(Termination::kNoModel,
                fmt::format("φ̂ could not be fitted ({}); the best sample is the answer", error.what()));
  }
  context_.end_phase();
  return true;
}

void GbhoSearch::start_from_best_pair() {
  const Incumbent& best = *context_.best();
  point_ = {to_row(best.evaluation.lambda), best.weights, best.evaluation.objective,
            best.evaluation.validation_loss};
  context_.begin_phase("iterations", options_.iterations);
}

bool GbhoSearch::begin_iteration() {
  const int64_t planned = options_.iterations;
  if (iteration_ == planned)
    return conclude(Termination::kFinished, fmt::format("{} samples and {} iterations{}", samples_, planned,
                                                        stood_still() ? "; λ stood still in the last" : ""));
  if (context_.solves_left() < 1)
    return conclude(Termination::kBudget, fmt::format("the budget ended the search after {} of {} iterations",
                                                      iteration_, planned));
  ++iteration_;
  before_ = point_.lambda;
  return true;
}

bool GbhoSearch::minimize_lagrangian() {
  return gbho::minimize_lagrangian(context_, options_, model_, lagrangian_, iteration_ - 1, point_) ||
         interrupted();
}

void GbhoSearch::certify() {
  certificate_ =
      gbho::certify(model_, point_.lambda, point_.lower, {options_.z, options_.delta, options_.epsilon});
  record_ = record_of(static_cast<int64_t>(result_.iterations.size()), point_, certificate_, lagrangian_);
}

void GbhoSearch::update_multipliers() {
  lagrangian_.update(point_.lower - model_.ceiling(to_eigen(point_.lambda), options_.z).value);
}

bool GbhoSearch::solve_lower_level() {
  const std::vector<Evaluation> solved = context_.train(point_.lambda);
  if (solved.empty()) return interrupted();
  record_solve(solved[0], certificate_, record_);
  result_.iterations.push_back(record_);
  context_.note(record_);
  result_.certificate = certificate_;
  result_.joint = point_.weights;
  result_.joint_lambda = record_.lambda;
  return true;
}

bool GbhoSearch::continue_unless_converged() {
  // A λ that stands still proves nothing: the rates and the steps of an iteration may not allow more.
  if (!certificate_.c1 || !certificate_.c2) return true;
  return conclude(Termination::kConverged,
                  fmt::format("C1 and C2 hold after {} of {} iterations", iteration_, options_.iterations));
}

bool GbhoSearch::refine_value_model() {
  const bool last = iteration_ == options_.iterations;  // no iteration would look at it
  if (options_.one_shot || last) return true;
  try {
    model_.add(context_.evaluations().back());
  } catch (const Error& error) {
    if (context_.stop_requested()) return interrupted();
    return conclude(Termination::kFinished,
                    fmt::format("φ̂ could not be refined after {} of {} iterations ({}): the search ends",
                                iteration_, options_.iterations, error.what()));
  }
  return true;
}

torch::Tensor GbhoSearch::affordable_design() const {
  torch::Tensor design = design_points(options_, context_.space(), context_.seed());
  if (design.size(0) <= context_.solves_left()) return design;
  GbhoOptions fewer = options_;
  fewer.design = "latin";
  fewer.points = {std::max<int64_t>(1, context_.solves_left())};
  return design_points(fewer, context_.space(), context_.seed());
}

bool GbhoSearch::stood_still() const {
  const torch::Tensor range = context_.space().high() - context_.space().low();
  const double moved = ((point_.lambda - before_).abs() / range).max().item<double>();
  return !(moved > kStandstill);
}

bool GbhoSearch::stop(Termination termination, std::string message) {
  result_.termination = termination;
  result_.message = std::move(message);
  return false;
}

bool GbhoSearch::conclude(Termination termination, std::string message) {
  context_.end_phase();
  return stop(termination, std::move(message));
}

bool GbhoSearch::interrupted() {
  return stop(Termination::kInterrupted, fmt::format("stopped in iteration {}", iteration_));
}

}  // namespace gbho::inline internal
