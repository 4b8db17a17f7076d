#include "gbho/study/check_study.h"

#include "gbho/methods/gbho.h"
#include "gbho/methods/two_sided.h"
#include "gbho/study/run.h"
#include "study/study_parts.h"

namespace gbho {

GradientCheck check_gradients(const Study& study) {
  const PreparedStudy prepared = prepare(study);
  const Space& space = prepared.problem.box;
  const torch::Tensor lambda = at::stack({space.low(), space.center(), space.high()});
  return check_gradients(prepared.problem.level, lambda, static_cast<uint64_t>(study.options.seed),
                         study.options.runtime);
}

HypergradientCurve hypergradient_curve(const Study& study, const CurveOptions& options,
                                       const Callback& callback) {
  const PreparedStudy prepared = prepare(study);
  const TwoSidedOptions method =
      two_sided_options(method_values(study.options, "two_sided"), prepared.problem.box);
  return hypergradient_curve(prepared.problem, tune_options(study.options), method, options, callback);
}

std::vector<ValueCoverage> value_coverage(const Study& study, const CoverageOptions& options,
                                          const Callback& callback) {
  const PreparedStudy prepared = prepare(study);
  const GbhoOptions method = gbho_options(method_values(study.options, "gbho"), prepared.problem.box);
  return value_coverage(prepared.problem, tune_options(study.options), method, options, callback);
}

}  // namespace gbho
