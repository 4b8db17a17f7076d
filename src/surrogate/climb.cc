#include "surrogate/climb.h"

#include <cmath>
#include <exception>
#include <limits>
#include <nlopt.hpp>
#include <stdexcept>
#include <vector>

namespace gbho::inline internal {
namespace {

struct Ascent {
  const BoxFunction* function;
  Summit best;
  std::exception_ptr thrown;  // NLopt is C: it would lose what the function throws
};

double ascend(const std::vector<double>& x, std::vector<double>& gradient, void* data) {
  auto& ascent = *static_cast<Ascent*>(data);
  const Eigen::VectorXd point =
      Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  Eigen::VectorXd slope;
  double value = 0;
  try {
    value = (*ascent.function)(point, gradient.empty() ? nullptr : &slope);
  } catch (...) {
    ascent.thrown = std::current_exception();
    throw nlopt::forced_stop();
  }
  ++ascent.best.evaluations;
  if (!std::isfinite(value) || (!gradient.empty() && !slope.allFinite())) throw nlopt::forced_stop();
  if (!gradient.empty()) Eigen::Map<Eigen::VectorXd>(gradient.data(), slope.size()) = slope;
  if (value > ascent.best.value) {
    ascent.best.value = value;
    ascent.best.x = point;
  }
  return value;
}

std::vector<double> as_vector(const Eigen::VectorXd& x) {
  return {x.data(), x.data() + x.size()};
}

}  // namespace

Summit climb(const BoxFunction& function, const Eigen::VectorXd& low, const Eigen::VectorXd& high,
             const Eigen::VectorXd& start, const ClimbLimits& limits) {
  const Eigen::VectorXd first = start.cwiseMax(low).cwiseMin(high);
  // SLSQP keeps to bounds exactly, and does not give up at them as NLopt's L-BFGS sometimes does; its cost
  // per step grows as n³, which no surrogate with fewer than a hundred dimensions notices.
  nlopt::opt search(nlopt::LD_SLSQP, static_cast<unsigned>(low.size()));
  Ascent ascent{&function, {first, -std::numeric_limits<double>::infinity(), 0}, nullptr};
  search.set_lower_bounds(as_vector(low));
  search.set_upper_bounds(as_vector(high));
  search.set_ftol_abs(limits.value_tolerance);
  search.set_ftol_rel(limits.relative_tolerance);
  search.set_xtol_abs(limits.point_tolerance);
  search.set_maxeval(static_cast<int>(limits.evaluations));
  search.set_max_objective(ascend, &ascent);
  std::vector<double> x = as_vector(first);
  double value = 0;
  try {
    search.optimize(x, value);
  } catch (const std::runtime_error&) {
    // Limited by rounding, a line search without progress, a value that is not finite: the best point stands.
    if (ascent.thrown) std::rethrow_exception(ascent.thrown);
  }
  return ascent.best;
}

}  // namespace gbho::inline internal
