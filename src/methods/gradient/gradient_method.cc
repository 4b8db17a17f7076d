#include "methods/gradient/gradient_method.h"

#include <algorithm>

#include "methods/gradient/gradient_loop.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/loop_table.h"

namespace gbho::inline internal {

std::vector<Option> GradientMethod::options() {
  std::vector<Option> all = own_options();
  for (Option& option : loop_options(loop_)) all.push_back(std::move(option));
  return all;
}

void GradientMethod::fill(const Space& /*space*/, int64_t solves) {
  loop_.diagonal = std::max<int64_t>(1, std::min(loop_.diagonal, solves - networks() - 1));
}

void GradientMethod::check_problem(const Problem& problem) const {
  check_lambda_gradients(problem, name());
  check_selection_part(problem, name());
}

MethodResult GradientMethod::run(MethodContext& context) {
  context.begin_search();
  return run_gradient_loop(
      context, {loop_, networks(), solves_per_round(), [this](const EstimatorContext& own, TrainState start) {
                  return make_estimator(own, std::move(start));
                }});
}

}  // namespace gbho::inline internal
